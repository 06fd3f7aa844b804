// The stage: keeps the panes together, shows the outcome, and handles the presenter's keys in every pane.
import { tellTime } from './frame.js';
import { control, follow, isEnd, oneAtATime, Problem } from './live.js';
import { press } from './keys.js';

const part = (id) => document.getElementById(id);
const panes = part('panes');
const frames = ['party', 'phone', 'sequence', 'stories'].map(part);

// Keys work wherever the focus is, also on pages of a provider, which have no script for them.
for (const frame of frames) {
  const listen = () => {
    try { frame.contentWindow.addEventListener('keydown', press); } catch { /* a page of somebody else */ }
  };
  frame.addEventListener('load', listen);
  listen();
}

// The tour

const steps = [...document.querySelectorAll('#tour button[name="step"]')];
let reached = -1;
part('next').hidden = false;

part('tour').addEventListener('submit', (event) => {
  const step = event.submitter;
  for (const one of steps) one.toggleAttribute('aria-current', false);
  step.setAttribute('aria-current', 'step');
  reached = steps.indexOf(step);
  part('teaches').textContent = step.dataset.teaches || '';
  begun();
});
part('next').addEventListener('click', () => { steps[Math.min(reached + 1, steps.length - 1) || 1].click(); });

function begun() {
  say('', 'The login begins.');
  if (part('show-stories').getAttribute('aria-pressed') === 'true') return;
  show('sequence');
}

// What came of it

let transaction = '';
let deadline = 0;

function say(state, text) {
  const plain = part('plain');
  if (plain.textContent !== text) plain.textContent = text;
  plain.dataset.state = state;
}

async function look() {
  const answer = await fetch(`${panes.dataset.home}/now`, { cache: 'no-store' });
  if (!answer.ok) {
    const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
    if (isEnd(problem)) say('refused', problem.message);
    throw problem;
  }
  const now = await answer.json();
  tellTime(Date.parse(now.now), now.clock === 'frozen');
  if (!now.visit) return;
  // An answer that belongs to no login is shown only by the page.
  const stray = now.state === 'underway' && part('party').contentDocument?.querySelector('[data-state="refused"]');
  if (stray) say('refused', stray.textContent);
  else say(now.state, now.outcome);
  deadline = now.left ? performance.now() + now.left : 0;
  tick();
  if (now.transaction && now.transaction !== transaction) {
    transaction = now.transaction;
    part('sequence').src = `${document.body.dataset.base}/transactions/${encodeURIComponent(transaction)}/sequence`;
    if (part('show-sequence').getAttribute('aria-pressed') === 'true') show('sequence');
  }
}
const changed = oneAtATime(look, 100);
follow({ types: 'transaction', changed });
part('party').addEventListener('load', () => { changed().catch(() => { /* asked again with the next event */ }); });

// What the providers' pages have of the emulator

const stripHider = part('hide-strip');
const hidesStrip = () => stripHider.getAttribute('aria-pressed') === 'true';
function applyToPane() {
  part('party').contentDocument?.documentElement.classList.toggle('without-emulator', hidesStrip());
}
function hideStrip(yes) {
  stripHider.setAttribute('aria-pressed', String(yes));
  try { sessionStorage.setItem('eidolon/hide-strip', yes ? 'yes' : ''); } catch { /* on this page only */ }
  applyToPane();
}
stripHider.addEventListener('click', () => hideStrip(!hidesStrip()));
part('party').addEventListener('load', applyToPane);
try { hideStrip(sessionStorage.getItem('eidolon/hide-strip') === 'yes'); } catch { /* it shows */ }

// Time that can be skipped

function tick() {
  const left = Math.ceil((deadline - performance.now()) / 1000);
  part('skip-time').hidden = left <= 0;
  part('left').textContent = left > 0 ? `${left} s` : '';
}
setInterval(tick, 1000);
part('skip-time').addEventListener('click', async () => {
  const left = Math.max(0, Math.ceil(deadline - performance.now()));
  deadline = 0;
  tick();
  await control('POST', 'clock/advance', { by: `${left + 50}ms` });
  changed();
});

// The third pane

function show(which) {
  const isStories = which === 'stories';
  part('show-sequence').setAttribute('aria-pressed', String(!isStories));
  part('show-stories').setAttribute('aria-pressed', String(isStories));
  const stories = part('stories');
  if (isStories && !stories.src) stories.src = stories.dataset.source;
  stories.hidden = !isStories;
  part('sequence').hidden = isStories || !transaction;
  part('no-sequence').hidden = isStories || Boolean(transaction);
}
part('show-sequence').addEventListener('click', () => show('sequence'));
part('show-stories').addEventListener('click', () => show('stories'));

// The sequence stays at its end while it grows.
part('sequence').addEventListener('load', () => {
  const page = part('sequence').contentDocument;
  if (!page) return;
  const follow = () => {
    const marks = page.querySelectorAll('svg.sequence .message');
    marks[marks.length - 1]?.scrollIntoView({ block: 'nearest' });
  };
  page.addEventListener('renewed', follow);
});

// The next visitor

document.addEventListener('visitor-reset', (event) => {
  event.preventDefault();
  transaction = '';
  deadline = 0;
  reached = -1;
  for (const one of steps) one.toggleAttribute('aria-current', false);
  part('teaches').textContent = '';
  say('', panes.dataset.invitation);
  show('sequence');
  tick();
  part('sequence').removeAttribute('src');
  part('party').src = `${panes.dataset.home}?pane`;
  part('phone').contentWindow.location.reload();
  steps[0].focus();
});

// Widths

const memory = `eidolon${document.body.dataset.base}/stage`;
const widths = { party: 32, phone: 27 };
try { Object.assign(widths, JSON.parse(localStorage.getItem(memory) || '{}')); } catch { /* the usual widths */ }

function lay() {
  for (const splitter of document.querySelectorAll('[data-splits]')) {
    const which = splitter.dataset.splits;
    widths[which] = Math.min(60, Math.max(15, Math.round(widths[which])));
    splitter.setAttribute('aria-valuenow', widths[which]);
    panes.style.setProperty(`--${which}`, `${widths[which]}%`);
  }
  try { localStorage.setItem(memory, JSON.stringify(widths)); } catch { /* for this time only */ }
}
for (const splitter of document.querySelectorAll('[data-splits]')) {
  const which = splitter.dataset.splits;
  splitter.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2, Home: -60, End: 60 }[event.key];
    if (!step) return;
    event.preventDefault();
    widths[which] += step;
    lay();
  });
  splitter.addEventListener('pointerdown', (event) => {
    const from = event.clientX;
    const width = widths[which];
    splitter.setPointerCapture(event.pointerId);
    panes.classList.add('dragging');
    const move = (moved) => {
      widths[which] = width + (moved.clientX - from) / panes.clientWidth * 100;
      lay();
    };
    splitter.addEventListener('pointermove', move);
    splitter.addEventListener('lostpointercapture', () => {
      splitter.removeEventListener('pointermove', move);
      panes.classList.remove('dragging');
    }, { once: true });
  });
}
lay();
