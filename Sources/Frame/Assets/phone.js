// The fake handset: shows what the apps of all providers show, does what a person does with them, and opens links.

import { tellTime } from './frame.js';
import { base, control, element, follow, oneAtATime } from './live.js';

const part = (id) => document.getElementById(id);
const svg = 'http://www.w3.org/2000/svg';
const query = new URLSearchParams(location.search);

// Pages of the providers open this window by its name.
window.name = 'eidolon-phone';

/** Tells pages in the same browser to look at once. */
const others = 'BroadcastChannel' in window ? new BroadcastChannel('eidolon') : null;

/** What this browser remembers of the handset, separately for each sandbox. */
const memory = {
  key: (name) => `eidolon${base}/phone/${name}`,
  get(name) { try { return localStorage.getItem(this.key(name)) || ''; } catch { return ''; } },
  set(name, value) { try { localStorage.setItem(this.key(name), value); } catch { /* kept until the page is left */ } },
};

// Apps

const apps = [...document.querySelectorAll('.app-icon')].map((icon) => ({
  icon, name: icon.dataset.app, title: icon.children[1].textContent, prefix: icon.dataset.prefix,
  providers: icon.dataset.providers.split(' '), badge: icon.querySelector('.count'),
}));
const missing = new Set(memory.get('missing').split(',').filter(Boolean));
const appOf = (request) => apps.find((app) => app.providers.includes(request.provider) && request.app.startsWith(app.prefix))
  || apps.find((app) => app.providers.includes(request.provider));
const isThere = (request) => !missing.has(appOf(request)?.name);

/** The providers that have no installed app left for a link. */
function without(link) {
  const isBankID = /^bankid[:.]|app\.bankid\.com|\/bankid-app/i.test(link);
  return [...new Set(apps.flatMap((app) => app.providers))].filter((provider) => {
    const mine = apps.filter((app) => app.providers.includes(provider));
    const wanted = mine.length > 1 ? mine.filter((app) => (app.name === 'bankid') === isBankID) : mine;
    return wanted.length > 0 && wanted.every((app) => missing.has(app.name));
  });
}

function say(text, isRefused = false) {
  const answer = part('answer');
  answer.className = isRefused ? 'answer refused' : 'answer';
  answer.replaceChildren(...[text].flat());
}

// Showing requests

const cards = new Map();
/** The last answer of the control plane. */
let shownLast = null;
/** The transaction that fills the screen; empty for the home screen. */
let current = '';
/** Waiting requests that were seen already. */
const seen = new Set();

/** Updates the cards; unchanged ones are left alone, so that they keep the focus. */
function update(list, requests, make) {
  const wanted = new Set(requests.map((request) => request.transaction));
  for (const child of [...list.children]) if (!wanted.has(child.dataset.transaction)) child.remove();
  requests.forEach((request, index) => {
    const text = JSON.stringify({ ...request, launch: undefined });
    let card = cards.get(request.transaction);
    if (!card || card.text !== text) {
      const made = make(request);
      if (card) replaceKeepingFocus(card.shown, made, request);
      card = { text, shown: made };
      cards.set(request.transaction, card);
    }
    if (list.children[index] !== card.shown) list.insertBefore(card.shown, list.children[index] || null);
  });
}

/** Gives a new card the focus, the open parts, the PIN pad and the place of the one that it replaces. */
function replaceKeepingFocus(old, made, request) {
  for (const details of old.querySelectorAll('details[open]')) {
    const same = made.querySelector(`details[data-part="${details.dataset.part}"]`);
    if (same) same.open = true;
  }
  const top = old.querySelector('.asked')?.scrollTop || 0;
  const testid = old.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
  const pad = old.querySelector('[data-asks]');
  if (pad && stillAsks(pad, request)) made.querySelector('.decision').replaceWith(pad);
  old.replaceWith(made);
  const asked = made.querySelector('.asked');
  if (asked) asked.scrollTop = top;
  const same = testid && [...made.querySelectorAll('button, a, summary')].find((one) => one.dataset.testid === testid);
  if (testid) (same || made).focus({ preventScroll: true });
}

const waits = (request) => request.choices.length > 0 || Boolean(request.waiting);

function facts(request) {
  const rows = [];
  if (request.service) rows.push(['Service', request.service]);
  if (request.identified) rows.push(['Person', request.person.name]);
  for (const { name, value } of request.particulars) rows.push([name, value]);
  return element('dl', {}, rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

function card(request) {
  const title = `title-${request.transaction}`;
  const isDone = !waits(request);
  return element('article',
    {
      class: 'request', 'aria-labelledby': title, tabindex: '-1', 'data-transaction': request.transaction,
      'data-provider': request.provider, 'data-state': request.state, 'data-testid': `request-${request.provider}`,
    },
    element('div', { class: 'asked' },
      element('p', { class: 'app' }, element('span', {}, request.app), isDone ? null : ring(request)),
      element('p', { class: 'heading' }, request.heading),
      element('h2', { id: title, 'data-testid': 'party' }, element('bdi', {}, request.party)),
      frameOf(request, isDone),
      request.text ? element('p', { class: 'confirm', 'data-testid': 'text', tabindex: '0' }, request.text) : null,
      request.waiting ? element('p', { 'data-testid': 'waiting' }, request.waiting) : null,
      isDone ? element('p', { class: 'state', 'data-testid': 'state' }, words(request.state)) : null,
      facts(request),
      shared(request),
      wayBack(request, isDone)),
    decision(request, isDone));
}

/** A state as a person reads it. */
const words = (state) => {
  const text = state.replaceAll('_', ' ').toLowerCase().replace(/^(bankid|mitid) /, '').replace(/^(user cancel|canceled)$/, 'cancelled');
  const isGood = /^(authenticated|single sign on|exchanged|approved|completed|read|accepted|succeeded|logged in)$/.test(text);
  return isGood ? `Done: ${text.replace('authenticated', 'identified')}` : `Over: ${text}`;
};

/** The camera's frame for a face or a document. */
function frameOf(request, isDone) {
  const kind = request.provider === 'bioid' ? 'face' : request.provider === 'videoid' ? (/^Look/.test(request.text || '') ? 'face' : 'document') : '';
  if (isDone || !kind || !request.text) return null;
  return element('div', { class: `camera ${kind}`, 'aria-hidden': 'true' }, element('div'));
}

function shared(request) {
  if (request.shared.length === 0) return null;
  const isShort = request.shared.length > 3 && request.shared.every((word) => word.length < 18);
  return element('div', {}, element('p', { class: 'faint' }, 'Shared data'),
    element('ul', { class: isShort ? 'short' : null, 'data-testid': 'shared' }, request.shared.map((word) => element('li', {}, word))));
}

/** What the person decides, at the bottom of the screen; a story decides by itself. */
function decision(request, isDone) {
  if (isDone) {
    return element('div', { class: 'decision' },
      element('div', { class: 'choices' }, element('button', { type: 'button', 'data-testid': 'done', click: () => turnTo('') }, 'Done')));
  }
  if (!request.manual && !request.choices.every((choice) => choice.do === 'scan' || choice.do === 'open')) {
    return element('div', { class: 'decision' },
      element('p', { class: 'faint', 'data-testid': 'scripted' }, `A story decides: ${request.story}`));
  }
  return element('div', { class: 'decision' }, ...choices(request));
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
  const made = element('button',
    {
      type: 'button', class: choice.icon ? '' : choice.role, 'data-testid': testid,
      // No hint may give away the right icon.
      title: choice.icon ? null : choice.meaning,
      click: (event) => (wantsPIN(request, choice) ? askPIN(request, choice) : act(event.currentTarget, request, choice)),
    },
    choice.icon ? picture(choice.icon) : null, choice.icon ? choice.icon.name : choice.label);
  return made;
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

// The PIN pad

/** An app that knows a wrong PIN asks for one before it confirms. */
const wantsPIN = (request, choice) => choice.role === 'approve' && !['open', 'scan', 'verify'].includes(choice.do)
  && request.choices.some((other) => other.do === 'wrong_pin');

/** True while the app asks for the PIN that is being typed; the digits stay when something else about the request changes. */
const stillAsks = (pad, request) => request.manual
  && request.choices.some((choice) => choice.do === pad.dataset.asks && wantsPIN(request, choice));

function askPIN(request, choice) {
  const shown = cards.get(request.transaction).shown;
  let typed = '';
  const dots = element('output', { class: 'dots', 'data-testid': 'pin-typed', 'aria-label': 'Digits typed' });
  const draw = () => { dots.textContent = '●'.repeat(typed.length) || '○○○○'; };
  const type = (digit) => { if (typed.length < 8) typed += digit; draw(); };
  const back = () => { typed = typed.slice(0, -1); draw(); };
  const leave = () => {
    const latest = shownLast.requests.find((one) => one.transaction === request.transaction) || request;
    const choosing = decision(latest, !waits(latest));
    pad.replaceWith(choosing);
    choosing.querySelector('button, summary')?.focus({ preventScroll: true });
  };
  const enter = async (event) => {
    if (typed.length < 4) return say('A PIN has four digits or more.', true);
    const isWrong = /^0+$/.test(typed);
    delete pad.dataset.asks;
    await act(event.currentTarget, request, isWrong ? request.choices.find((other) => other.do === 'wrong_pin') : choice);
    if (isWrong && pad.isConnected) leave();
  };
  const key = (label, testid, click, name) => element('button', { type: 'button', 'data-testid': testid, 'aria-label': name || null, click }, label);
  const enterKey = key('OK', 'pin-ok', enter);
  enterKey.className = 'approve';
  const pad = element('div', { class: 'decision', 'data-testid': 'pin-pad', 'data-asks': choice.do, role: 'group', 'aria-label': 'PIN' },
    element('p', { class: 'pin-hint' }, 'PIN: any digits will do here; zeros alone are a wrong one.'),
    dots,
    element('div', { class: 'pad' },
      [...'123456789'].map((digit) => key(digit, `pin-${digit}`, () => type(digit))),
      key('⌫', 'pin-back', back, 'Delete'), key('0', 'pin-0', () => type('0')), enterKey),
    element('button', { type: 'button', class: 'plain-button', 'data-testid': 'pin-cancel', click: leave }, 'Back'));
  pad.addEventListener('keydown', (event) => {
    if (/^[0-9]$/.test(event.key)) type(event.key);
    else if (event.key === 'Backspace') back();
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  });
  draw();
  shown.querySelector('.decision').replaceWith(pad);
  pad.querySelector('button').focus({ preventScroll: true });
}

// Time running

/** How far the sandbox's clock is ahead of this page's. */
let ahead = 0;
/** Now, on the sandbox's clock, which may be frozen. */
const moment = () => (shownLast?.clock === 'frozen' ? Date.parse(shownLast.now) : Date.now() + ahead);

/** A ring of the time that is left; pressing it skips that time. */
function ring(request) {
  const circle = (mark) => {
    const made = document.createElementNS(svg, 'circle');
    for (const [name, value] of Object.entries({ cx: 18, cy: 18, r: 15, class: mark })) made.setAttribute(name, value);
    return made;
  };
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 36 36');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.append(circle('track'), circle('left'));
  return element('button',
    {
      type: 'button', class: 'ring', title: 'Skip this time', 'data-testid': 'skip-time', 'data-began': Date.parse(request.started),
      'data-until': Date.parse(request.deadline), hidden: true,
      click: (event) => skip(Date.parse(request.deadline), event.currentTarget),
    }, drawing, element('span', { class: 'seconds' }), element('span', { class: 'unseen' }, ' left: skip the time'));
}

async function skip(until, pressed) {
  pressed.disabled = true;
  try {
    await control('POST', 'clock/advance', { by: `${Math.max(0, Math.ceil(until - moment())) + 50}ms` });
    say('The time is over.');
    others?.postMessage('changed');
  } catch (problem) { say(problem.message, true); }
  await refresh();
}

const length = (seconds) => (seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

function tick() {
  const now = moment();
  part('hour').textContent = new Date(now).toISOString().slice(11, 16);
  for (const one of document.querySelectorAll('.ring')) {
    const [began, until] = [Number(one.dataset.began), Number(one.dataset.until)];
    const left = Math.ceil((until - now) / 1000);
    one.hidden = left <= 0;
    if (left <= 0) continue;
    const text = length(left);
    const seconds = one.querySelector('.seconds');
    if (seconds.textContent !== text) seconds.textContent = text;
    one.querySelector('.left').style.strokeDashoffset = `${94.2 * (1 - Math.min(1, (until - now) / Math.max(1, until - began)))}`;
  }
}
setInterval(tick, 1000);

/** The return link that the app was given, and what it does with it. */
function wayBack(request, isDone) {
  const back = request.return;
  if (!back) return null;
  const opens = isDone && back.opens && !/^\s*(javascript|data|vbscript|blob|file):/i.test(back.opens);
  const where = [
    element('p', { class: 'faint', 'data-testid': 'return-does' }, back.does),
    back.link ? element('p', { class: 'faint' }, 'Return link: ', element('code', { 'data-testid': 'return-link' }, back.link)) : null,
  ];
  // Before the decision it is of interest to developers only.
  if (!isDone) {
    return element('details', { 'data-part': 'return', 'data-testid': 'return' }, element('summary', {}, 'Where the app returns'), where);
  }
  const name = /^https?:/i.test(back.opens || '') ? 'Return to the browser' : 'Return to the app';
  return element('div', { 'data-testid': 'return' },
    opens ? element('p', { class: 'row' },
      element('a', { class: 'button first', href: back.opens, target: '_blank', rel: 'noopener', 'data-testid': 'return-open' }, name),
      element('button', { type: 'button', 'data-testid': 'return-copy', click: () => copy(back.opens) }, 'Copy it for another browser')) : null,
    where);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied: open it in the other browser.');
  } catch { say(['Open this in the other browser: ', element('code', {}, text)]); }
}

// Asking and acting

/** How often the switch of who decides was pressed and not answered yet, and how often it was answered. */
let switching = 0;
let switched = 0;

/** Asks what the apps show; further calls during a request cause one more. */
const refresh = oneAtATime(async () => {
  const before = switched;
  const state = await control('GET', 'phone');
  // What was asked before the switch was answered does not know of it.
  if (switching > 0 || before !== switched) state.interactive = part('interactive').checked;
  show(state);
}, 60);

/** Leaves out requests from before the handset was last cleared. */
function forget(state) {
  if (memory.get('cleared') === 'now') memory.set('cleared', state.now);
  // A reset takes the clock back behind the moment at which the handset was cleared.
  if (Date.parse(memory.get('cleared')) > Date.parse(state.now)) memory.set('cleared', '');
  const cleared = memory.get('cleared');
  return cleared ? state.requests.filter((request) => request.started > cleared) : state.requests;
}

function show(state) {
  shownLast = state;
  ahead = Date.parse(state.now) - Date.now();
  tellTime(Date.parse(state.now), state.clock === 'frozen');
  people(state.people);
  part('interactive').checked = state.interactive;
  const mine = part('person').value;
  const all = forget(state);
  const known = all.filter((request) => !mine || request.person.key === mine);
  const waiting = known.filter((request) => waits(request) && isThere(request));
  const done = known.filter((request) => !waits(request)).slice(0, 10);
  update(part('requests'), [...waiting, ...done], card);
  const kept = new Set(known.map((request) => request.transaction));
  for (const name of cards.keys()) if (!kept.has(name)) cards.delete(name);

  // A new request is shown unless a waiting one is on the screen.
  const isBusy = waiting.some((request) => request.transaction === current);
  const arrived = waiting.find((request) => !seen.has(request.transaction));
  for (const request of waiting) seen.add(request.transaction);
  // On the stage a new request is always shown, because it belongs to the login there.
  if (arrived && (!isBusy || window.parent !== window)) current = arrived.transaction;
  if (!known.some((request) => request.transaction === current && (!waits(request) || isThere(request)))) current = '';

  notices(part('notices'), waiting);
  notices(part('earlier'), done);
  part('earlier-title').hidden = done.length === 0;
  badges(waiting);
  const away = known.filter((request) => waits(request) && !isThere(request));
  const elsewhere = mine ? all.filter((request) => waits(request) && request.person.key !== mine) : [];
  part('nothing').hidden = waiting.length > 0;
  part('nothing').replaceChildren(...nothing(away, elsewhere));
  part('owner').textContent = mine ? `${part('person').selectedOptions[0].textContent}’s phone` : 'Everybody’s phone';
  draw();
}

/** Says why no request waits here, and where one does. */
function nothing(away, elsewhere) {
  if (away.length) return [`${away.length === 1 ? '1 request waits' : `${away.length} requests wait`} for an app that is not installed.`];
  if (!elsewhere.length) return ['No request waits.'];
  const [{ person }] = elsewhere;
  return [`Nothing waits for ${part('person').selectedOptions[0].textContent}. `,
    element('button', { type: 'button', 'data-testid': 'other-phone', click: () => own(person.key) }, `Show the phone of ${person.name}`)];
}

function notices(list, requests) {
  const text = JSON.stringify(requests.map((request) => [request.transaction, request.party, request.state]));
  if (list.dataset.shown === text) return;
  list.dataset.shown = text;
  list.replaceChildren(...requests.map((request) => element('button',
    { type: 'button', class: 'notice', 'data-testid': `notice-${request.transaction}`, click: () => turnTo(request.transaction) },
    element('strong', {}, request.app), ' · ', element('bdi', {}, request.party), ` · ${waits(request) ? request.heading : words(request.state)}`)));
}

function badges(waiting) {
  for (const app of apps) {
    const count = waiting.filter((request) => appOf(request) === app).length;
    app.icon.hidden = missing.has(app.name);
    app.badge.hidden = count === 0;
    app.badge.textContent = count ? `${count}` : '';
    app.badge.setAttribute('aria-label', count === 1 ? '1 request' : `${count} requests`);
  }
}

/** Shows one request, or the home screen, and the others as a line above. */
function draw() {
  part('home').hidden = current !== '';
  for (const child of part('requests').children) child.hidden = child.dataset.transaction !== current;
  const next = [...part('notices').children].filter((notice) => notice.dataset.testid !== `notice-${current}`);
  const banner = part('banner');
  const text = current && next.length ? next[0].textContent : '';
  if (banner.dataset.shown !== text) {
    banner.dataset.shown = text;
    banner.replaceChildren(...(text ? [element('button', { type: 'button', class: 'notice', 'data-testid': 'banner-open', click: () => next[0].click() },
      [...next[0].childNodes].map((node) => node.cloneNode(true)))] : []));
  }
  part('to-home').disabled = current === '';
  tick();
}

function turnTo(transaction) {
  current = transaction;
  say('');
  draw();
  cards.get(transaction)?.shown.focus({ preventScroll: true });
}

part('to-home').addEventListener('click', () => turnTo(''));
for (const app of apps) {
  app.icon.addEventListener('click', () => {
    const request = shownLast && [...part('requests').children].map((child) => child.dataset.transaction)
      .map((name) => shownLast.requests.find((one) => one.transaction === name))
      .find((one) => one && waits(one) && appOf(one) === app);
    if (request) turnTo(request.transaction);
    else say(`${app.title}: nothing to confirm.`);
  });
}

function people(all) {
  const select = part('person');
  if (select.options.length === all.length + 1) return;
  const chosen = select.value || query.get('person') || memory.get('person');
  select.replaceChildren(select.options[0], ...all.map(({ key, name }) => element('option', { value: key }, name)));
  select.value = all.some(({ key }) => key === chosen) ? chosen : '';
}

function own(person) {
  part('person').value = person;
  memory.set('person', person);
  return refresh();
}

async function act(pressed, request, choice) {
  pressed.disabled = true;
  try {
    await control('POST', `transactions/${encodeURIComponent(request.transaction)}/phone`,
      choice.reason ? { do: choice.do, reason: choice.reason } : { do: choice.do });
    const left = Math.ceil((Date.parse(request.deadline) - moment()) / 1000);
    say(choice.do === 'ignore' ? `Nobody reacts: the time is over in ${length(Math.max(0, left))}; the ring skips it.`
      : choice.icon ? `You tapped ${choice.icon.name}.` : `Done: ${choice.label}.`);
    others?.postMessage('changed');
  } catch (problem) { say(problem.message, true); }
  pressed.disabled = false;
  await refresh();
}

/** Opens a link with the app that handles it, unless that app is not installed. */
async function open(link) {
  const text = link.trim();
  if (!text) return;
  try {
    const body = { link: text, without: without(text) };
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
    if (answer.transaction && answer.result === 'shown') current = answer.transaction;
    others?.postMessage('changed');
    await refresh();
    const shown = cards.get(answer.transaction);
    if (shown && answer.result === 'shown') {
      shown.shown.focus({ preventScroll: true });
      document.querySelector('.handset').scrollIntoView({ block: 'nearest' });
    }
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
part('person').addEventListener('change', () => own(part('person').value));
part('interactive').addEventListener('change', async (event) => {
  switching += 1;
  try {
    await control('PUT', 'phone', { interactive: event.target.checked });
  } catch (problem) { say(problem.message, true); }
  switching -= 1;
  switched += 1;
  refresh();
});
for (const box of document.querySelectorAll('input[data-installs]')) {
  box.checked = !missing.has(box.dataset.installs);
  box.addEventListener('change', () => {
    if (box.checked) missing.delete(box.dataset.installs);
    else missing.add(box.dataset.installs);
    memory.set('missing', [...missing].join(','));
    refresh();
  });
}
// Beside the handset there is room for the settings; in a pane and on a phone they stay closed at first.
part('drawer').open = window.parent === window && innerWidth >= 900;
if ('BarcodeDetector' in window && navigator.mediaDevices) {
  part('scan').hidden = false;
  part('scan').addEventListener('click', scan);
  part('stop').addEventListener('click', stopCamera);
}

follow({ types: 'transaction,journal', changed: refresh, indicator: part('live') });

tick();

// A provider's page links here with the link to open; the QR code of a client's page is this page's own address.
const asked = query.get('open') || (query.has('scan') ? location.href : null);
if (asked) {
  history.replaceState(null, '', location.pathname);
  refresh().finally(() => open(asked));
}
