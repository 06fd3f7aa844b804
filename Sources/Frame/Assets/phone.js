// The fake handset: shows what the apps of all providers show, does what a person does with them, and opens links.

import { base, control, element, follow } from './live.js';

const part = (id) => document.getElementById(id);
const svg = 'http://www.w3.org/2000/svg';

// Pages of the providers open this window by its name.
window.name = 'eidolon-phone';

/** What this browser remembers of the handset, separately for each sandbox. */
const memory = {
  key: (name) => `eidolon${base}/phone/${name}`,
  get(name) { try { return localStorage.getItem(this.key(name)) || ''; } catch { return ''; } },
  set(name, value) { try { localStorage.setItem(this.key(name), value); } catch { /* kept until the page is left */ } },
};

const missing = new Set(memory.get('missing').split(',').filter(Boolean));

function say(text, isRefused = false) {
  const answer = part('answer');
  answer.className = isRefused ? 'refused' : '';
  answer.replaceChildren(...[text].flat());
}

// Showing requests

const cards = new Map();

/** Updates the cards of a list; unchanged ones are left alone, so that they keep the focus. */
function update(list, requests, make) {
  const wanted = new Set(requests.map((request) => request.transaction));
  for (const child of [...list.children]) if (!wanted.has(child.dataset.transaction)) child.remove();
  requests.forEach((request, index) => {
    const text = JSON.stringify({ ...request, launch: undefined });
    let card = cards.get(request.transaction);
    if (!card || card.text !== text) {
      const made = make(request);
      if (card) replaceKeepingFocus(card.shown, made);
      card = { text, shown: made };
      cards.set(request.transaction, card);
    }
    if (list.children[index] !== card.shown) list.insertBefore(card.shown, list.children[index] || null);
  });
}

/** Gives a new card the focus and the open parts of the one that it replaces. */
function replaceKeepingFocus(old, made) {
  for (const details of old.querySelectorAll('details[open]')) {
    const same = made.querySelector(`details[data-part="${details.dataset.part}"]`);
    if (same) same.open = true;
  }
  const testid = old.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
  old.replaceWith(made);
  const same = testid && [...made.querySelectorAll('button, a, summary')].find((one) => one.dataset.testid === testid);
  if (testid) (same || made).focus();
}

function facts(request) {
  const rows = [];
  if (request.service) rows.push(['Service', request.service]);
  rows.push(['Person', request.person.name]);
  for (const { name, value } of request.particulars) rows.push([name, value]);
  return element('dl', {}, rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

function card(request) {
  const title = `title-${request.transaction}`;
  const isDone = request.choices.length === 0 && !request.waiting;
  return element('article',
    {
      class: 'card request', 'aria-labelledby': title, tabindex: '-1', 'data-transaction': request.transaction,
      'data-provider': request.provider, 'data-state': request.state, 'data-testid': `request-${request.provider}`,
    },
    element('p', { class: 'app' }, element('span', {}, request.app), element('span', {}, request.heading)),
    element('h3', { id: title, 'data-testid': 'party' }, request.party),
    request.text ? element('p', { class: 'confirm', 'data-testid': 'text', tabindex: '0' }, request.text) : null,
    facts(request),
    shared(request),
    request.waiting ? element('p', { 'data-testid': 'waiting' }, request.waiting) : null,
    isDone ? element('p', { class: 'state', 'data-testid': 'state' }, `State: ${request.state}`) : null,
    ...choices(request),
    wayBack(request, isDone),
    request.manual || isDone ? null : element('p', { class: 'faint', 'data-testid': 'scripted' }, `Decided by: ${request.story}`));
}

function shared(request) {
  if (request.shared.length === 0) return null;
  return element('div', {}, element('p', { class: 'faint' }, 'Shared data'),
    element('ul', { 'data-testid': 'shared' }, request.shared.map((word) => element('li', {}, word))));
}

function choices(request) {
  const groups = { icons: [], plain: [], other: [] };
  for (const choice of request.choices) {
    groups[choice.role === 'other' ? 'other' : choice.icon ? 'icons' : 'plain'].push(button(request, choice));
  }
  const group = (name, label) => groups[name].length
    ? element('div', { class: `choices ${name}`, role: 'group', 'aria-label': label }, groups[name]) : null;
  const more = groups.other.length
    ? element('details', { 'data-part': 'other' }, element('summary', { 'data-testid': 'more' }, 'What else may happen'),
      element('div', { class: 'choices others' }, groups.other)) : null;
  return [group('icons', 'Icons'), group('plain', 'Decide'), more];
}

function button(request, choice) {
  const testid = choice.reason ? `${choice.do}-${choice.reason}` : choice.icon ? `icon-${choice.icon.name}` : choice.do;
  return element('button',
    {
      type: 'button', class: choice.icon ? '' : choice.role, title: choice.meaning, 'data-testid': testid,
      'data-do': choice.do, click: (event) => act(event.currentTarget, request, choice),
    },
    choice.icon ? picture(choice.icon) : null, choice.label);
}

function picture(icon) {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', icon.outline);
  picture.append(path);
  return picture;
}

/** The return link that the app was given, and what it does with it. */
function wayBack(request, isDone) {
  const back = request.return;
  if (!back) return null;
  const opens = isDone && back.opens && !/^\s*(javascript|data|vbscript|blob|file):/i.test(back.opens);
  return element('div', { 'data-testid': 'return' },
    back.link ? element('p', {}, 'Return link: ', element('code', { 'data-testid': 'return-link' }, back.link)) : null,
    element('p', { class: 'faint', 'data-testid': 'return-does' }, back.does),
    opens ? element('p', { class: 'row' },
      element('a', { class: 'button', href: back.opens, target: '_blank', rel: 'noopener', 'data-testid': 'return-open' }, 'Return there'),
      element('button', { type: 'button', 'data-testid': 'return-copy', click: () => copy(back.opens) }, 'Copy it for another browser')) : null);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied: open it in the other browser.');
  } catch { say(['Open this in the other browser: ', element('code', {}, text)]); }
}

// Asking and acting

let isAsking = false;
let isStale = false;

/** Asks what the apps show; further calls during a request cause one more. */
async function refresh() {
  if (isAsking) { isStale = true; return; }
  isAsking = true;
  try {
    do {
      isStale = false;
      show(await control('GET', 'phone'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    } while (isStale);
  } finally { isAsking = false; }
}

function show(state) {
  people(state.people);
  part('interactive').checked = state.interactive;
  const mine = part('person').value;
  const known = state.requests.filter((request) => !mine || request.person.key === mine);
  const waits = known.filter((request) => request.choices.length > 0 || request.waiting);
  const there = waits.filter((request) => !missing.has(request.provider));
  const done = known.filter((request) => !waits.includes(request)).slice(0, 10);
  update(part('requests'), there, card);
  update(part('done'), done, card);
  const away = waits.length - there.length;
  part('nothing').hidden = there.length > 0;
  part('nothing').textContent = away ? `${away} waiting for an app that is not installed.` : 'No request waits.';
  part('nothing-done').hidden = done.length > 0;
  const kept = new Set(known.map((request) => request.transaction));
  for (const name of cards.keys()) if (!kept.has(name)) cards.delete(name);
}

function people(all) {
  const select = part('person');
  if (select.options.length === all.length + 1) return;
  const chosen = select.value || memory.get('person');
  select.replaceChildren(select.options[0], ...all.map(({ key, name }) => element('option', { value: key }, name)));
  select.value = all.some(({ key }) => key === chosen) ? chosen : '';
}

async function act(pressed, request, choice) {
  pressed.disabled = true;
  try {
    await control('POST', `transactions/${encodeURIComponent(request.transaction)}/phone`,
      choice.reason ? { do: choice.do, reason: choice.reason } : { do: choice.do });
    say(`${choice.label}: done.`);
  } catch (problem) { say(problem.message, true); }
  pressed.disabled = false;
  await refresh();
}

/** Opens a link with the app that handles it, unless that app is not installed. */
async function open(link) {
  const text = link.trim();
  if (!text) return;
  try {
    const body = { link: text, without: [...missing] };
    if (part('person').value) body.person = part('person').value;
    const answer = await control('POST', 'phone/open', body);
    if (answer.result === 'page') {
      say([`No app takes this link; the phone’s browser opens it: `,
        element('a', { href: answer.page, target: '_blank', rel: 'noopener', 'data-testid': 'page-link' }, answer.page)]);
    } else {
      say(answer.result === 'shown' ? 'The app has opened the link.' : answer.message, answer.result !== 'shown');
    }
    for (const finding of answer.findings) part('answer').append(element('p', { 'data-testid': 'finding' }, finding));
    part('link').value = '';
    await refresh();
    const shown = cards.get(answer.transaction);
    if (shown && answer.result === 'shown') shown.shown.focus();
  } catch (problem) { say(problem.message, true); }
}

// The camera

let stream = null;

async function scan() {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (problem) { return say(`The camera cannot be used: ${problem.message}`, true); }
  const video = part('video');
  video.srcObject = stream;
  part('camera').hidden = false;
  video.play().catch(() => { /* the first picture may take a while */ });
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  while (stream) {
    const [code] = await detector.detect(video).catch(() => []);
    if (code && stream) {
      stopCamera();
      await open(code.rawValue);
    } else {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function stopCamera() {
  for (const track of stream ? stream.getTracks() : []) track.stop();
  stream = null;
  part('camera').hidden = true;
}

// Beginning

part('open').addEventListener('submit', (event) => {
  event.preventDefault();
  open(part('link').value);
});
part('person').addEventListener('change', () => {
  memory.set('person', part('person').value);
  refresh();
});
part('interactive').addEventListener('change', async (event) => {
  try {
    await control('PUT', 'phone', { interactive: event.target.checked });
  } catch (problem) { say(problem.message, true); }
  refresh();
});
for (const box of document.querySelectorAll('input[data-app]')) {
  box.checked = !missing.has(box.dataset.app);
  box.addEventListener('change', () => {
    if (box.checked) missing.delete(box.dataset.app);
    else missing.add(box.dataset.app);
    memory.set('missing', [...missing].join(','));
    refresh();
  });
}
if ('BarcodeDetector' in window && navigator.mediaDevices) {
  part('scan').hidden = false;
  part('scan').addEventListener('click', scan);
  part('stop').addEventListener('click', stopCamera);
}

follow({ types: 'transaction,journal', changed: refresh, indicator: part('live') });

// A provider's page links here with the link to open; the QR code of a client's page is this page's own address.
const query = new URLSearchParams(location.search);
const asked = query.get('open') || (query.has('scan') ? location.href : null);
if (asked) {
  history.replaceState(null, '', location.pathname);
  refresh().finally(() => open(asked));
}
