// What every page of the frame does: the clock goes on, ages grow, menus close.
let clock = document.querySelector('[data-now]');
/** When the page was told the time that it counts on from. */
let began = performance.now();

/** The sandbox's time, in milliseconds since 1970. */
function now() {
  const shown = Number(clock.dataset.now);
  return 'stands' in clock.dataset ? shown : shown + performance.now() - began;
}

function length(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

function tick() {
  const moment = now();
  clock.textContent = `${new Date(moment).toISOString().slice(11, 19)} UTC`;
  for (const age of document.querySelectorAll('[data-since]')) {
    const seconds = Math.trunc((moment - Number(age.dataset.since)) / 1000);
    const text = seconds < 0 ? `in ${length(-seconds)}` : seconds === 0 ? 'just now' : `${length(seconds)} ago`;
    if (age.textContent !== text) age.textContent = text;
  }
}
if (clock) setInterval(tick, 1000);

function begin() {
  began = performance.now();
  tick();
}

/** Goes on from another time, in milliseconds since 1970, because the clock may have been moved, stopped or started. */
export function tellTime(moment, stands) {
  if (!clock) return;
  clock.dataset.now = moment;
  clock.toggleAttribute('data-stands', stands);
  clock.parentElement.replaceChildren(clock, stands ? ' (stands)' : '');
  begin();
}

document.addEventListener('renewed', () => {
  const sent = document.querySelector('[data-now]');
  if (!sent || sent === clock) return;
  clock = sent;
  begin();
});

// On a narrow screen the places are a strip that scrolls.
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
addEventListener('keydown', (event) => {
  const menu = event.key === 'Escape' && event.target.closest('details.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

for (const form of document.querySelectorAll('form.filters')) {
  form.addEventListener('change', (event) => { if (event.target.matches('select')) form.requestSubmit(); });
  // Empty fields, which narrow nothing, stay out of the address.
  form.addEventListener('formdata', (event) => {
    for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name);
  });
}
