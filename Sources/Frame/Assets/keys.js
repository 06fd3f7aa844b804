// The presenter's keys, on every page: a letter presses the control that is marked with it, and ? lists them.
const base = document.body.dataset.base;
const off = `eidolon${base}/keys-off`;

const stored = {
  get isOff() { try { return localStorage.getItem(off) === 'yes'; } catch { return false; } },
  set isOff(value) { try { localStorage.setItem(off, value ? 'yes' : ''); } catch { /* until the page is left */ } },
};

/** What letters do if no control of the page takes them. */
const everywhere = {
  t: ['The stage', () => { location.assign(`${base}/stage`); }],
  p: ['The phone, in a window of its own', () => { window.open(`${base}/phone`, 'eidolon-phone'); }],
  l: ['Logins', () => { location.assign(`${base}/transactions`); }],
  r: ['Reset for the next visitor', reset],
  f: ['Full screen, and back', full],
};

/** Forgets the visit, for the next visitor; the stage clears its panes, other pages lead there. */
async function reset() {
  await fetch(`${base}/demo`, { method: 'POST', body: new URLSearchParams({ do: 'reset' }), redirect: 'manual' });
  try { localStorage.setItem(`eidolon${base}/phone/cleared`, 'now'); } catch { /* nothing is kept then */ }
  if (!document.dispatchEvent(new CustomEvent('visitor-reset', { cancelable: true }))) return;
  location.assign(`${base}/stage`);
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => { /* the browser may refuse */ });
}

const marked = (key) => [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)]
  .find((control) => control.checkVisibility?.() ?? true);

/** Presses the control of a key; false if there is none. */
export function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target.closest?.('input:not([type="checkbox"], [type="radio"]), select, textarea, dialog, [contenteditable]')) return false;
  if (event.key === '?') { event.preventDefault(); help(); return true; }
  if (stored.isOff || event.key.length !== 1) return false;
  const key = event.key.toLowerCase();
  const control = marked(key);
  if (!control && !everywhere[key]) return false;
  event.preventDefault();
  if (control) control.click();
  else everywhere[key][1]();
  return true;
}

function row(key, text) {
  const name = document.createElement('dt');
  const sign = document.createElement('kbd');
  sign.textContent = key.toUpperCase();
  name.append(sign);
  const meaning = document.createElement('dd');
  meaning.textContent = text;
  return [name, meaning];
}

/** Shows the keys of this page and those of every page. */
function help() {
  document.querySelector('dialog.keys')?.remove();
  const dialog = document.createElement('dialog');
  dialog.className = 'keys';
  dialog.dataset.testid = 'keys-help';
  dialog.setAttribute('aria-label', 'Keys');
  const title = document.createElement('h2');
  title.textContent = 'Keys';
  const list = document.createElement('dl');
  const here = new Map([...document.querySelectorAll('[data-key]')].map((one) => [one.dataset.key, one.dataset.keyMeaning || one.textContent.replace(/\s+/g, ' ').replace(/ \S$/, '').trim()]));
  for (const [key, meaning] of here) list.append(...row(key, meaning));
  for (const [key, [meaning]] of Object.entries(everywhere)) if (!here.has(key)) list.append(...row(key, meaning));
  list.append(...row('?', 'This list'));
  const label = document.createElement('label');
  label.className = 'check';
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = !stored.isOff;
  box.dataset.testid = 'keys-on';
  box.addEventListener('change', () => { stored.isOff = !box.checked; });
  label.append(box, ' Single letters work as keys');
  const close = document.createElement('button');
  close.textContent = 'Close';
  close.dataset.testid = 'keys-close';
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, list, label, close);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

// In a pane, the stage handles the keys.
if (window.parent === window) addEventListener('keydown', press);
document.addEventListener('click', (event) => { if (event.target.closest('[data-shows-keys]')) help(); });
// A choice from a list moves the focus on, so that the keys work; with the arrow keys, only Enter is a choice.
let isWalking = false;
const goOn = (list) => document.getElementById(list.dataset.then)?.focus();
document.addEventListener('pointerdown', () => { isWalking = false; });
document.addEventListener('keydown', (event) => {
  isWalking = event.target.matches?.('select[data-then]') === true;
  if (!isWalking || event.key !== 'Enter') return;
  event.preventDefault();
  goOn(event.target);
});
document.addEventListener('change', (event) => {
  if (!isWalking && event.target.matches('select[data-then]')) goOn(event.target);
});
document.addEventListener('click', (event) => { if (event.target.closest('[data-does="full"]')) full(); });
document.addEventListener('click', (event) => { if (event.target.closest('[data-does="reset"]')) reset(); });
