// What the emulator's own pages share: control calls of this sandbox, and events of what happens in it.

/** The sandbox's base path, without a trailing slash. */
export const base = document.body.dataset.base;

/** Why a control call was refused: its problem document (RFC 9457). */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || `The emulator answered ${status}.`);
    this.status = status;
    this.document = document;
  }
}

/** True if the sandbox is not there any more. */
export const isEnd = (problem) => problem.document?.type === 'urn:eidolon:problem:unknown-sandbox';

/** Makes a control call below `/_eidolon/`; returns its JSON, `null` if there is none. */
export async function control(method, path, body) {
  const options = { method, headers: { Accept: 'application/json' }, cache: 'no-store' };
  if (method !== 'GET') options.headers['Content-Type'] = 'application/json';
  if (body !== undefined) options.body = JSON.stringify(body);
  const response = await fetch(`${base}/_eidolon/${path}`, options);
  const text = await response.text();
  let json = null;
  try { json = text ? JSON.parse(text) : null; } catch { json = { detail: text.slice(0, 300) }; }
  if (!response.ok) throw new Problem(response.status, json || {});
  return json;
}

/**
 * Makes an element: `element('p', { class: 'faint', 'data-testid': 'x' }, 'text', child)`.
 * Strings become text and never markup; a function among the attributes listens to the event of its name.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * Returns a function that runs `work`, once at a time, and once more if it was called meanwhile; then after `pause`
 * milliseconds, so that hundreds of events at once are shown together.
 */
export function oneAtATime(work, pause) {
  let isBusy = false;
  let isWanted = false;
  return async () => {
    if (isBusy) { isWanted = true; return; }
    isBusy = true;
    try {
      do {
        isWanted = false;
        await work();
        if (isWanted) await new Promise((resolve) => { setTimeout(resolve, pause); });
      } while (isWanted);
    } finally {
      isBusy = false;
    }
  };
}

/**
 * Follows what happens in the sandbox.
 *
 * `changed(type, data)` is called for each event (`transaction`, `journal`, `finding`), and as `changed('look')` when the page
 * should poll: at the start, after events were lost, every few seconds while no events get through, and now and then in any
 * case, because a proxy may silently hold events back. A page that is not visible rests, and looks when it is shown.
 *
 * `indicator` is an element whose `data-live` says `live`, `polling`, `lost` or `ended`. Returns a function that stops following.
 */
export function follow({ types = 'transaction', query = {}, changed, indicator }) {
  const parameters = new URLSearchParams({ types, heartbeat: '10s', ...query });
  const patience = 3000;
  const words = { live: 'live', polling: 'asking again every few seconds', lost: 'the emulator does not answer', ended: 'this sandbox ended' };
  let source = null;
  let timer = 0;
  let isOver = false;
  let reached = '';

  function show(state) {
    if (!indicator || indicator.dataset.live === state) return;
    indicator.dataset.live = state;
    indicator.textContent = words[state];
  }

  async function look(next) {
    clearTimeout(timer);
    let missing = '';
    try { await changed('look'); } catch (problem) { missing = isEnd(problem) ? 'ended' : 'lost'; }
    if (isOver || document.hidden) return;
    const isLive = source && source.readyState === EventSource.OPEN;
    show(isLive ? 'live' : missing || 'polling');
    timer = setTimeout(again, isLive ? 15000 : next);
  }

  function again() {
    // A browser gives up after an HTTP error; this does not.
    if (!source || source.readyState === EventSource.CLOSED) listen();
    look(2000);
  }

  function take(event) {
    reached = event.lastEventId || reached;
    if (event.type === 'lost') return look(2000);
    let data = null;
    try { data = JSON.parse(event.data); } catch { return; }
    // What cannot be had now is asked for with the next look.
    Promise.resolve(changed(event.type, data)).catch(() => {});
  }

  function listen() {
    if (source) source.close();
    if (reached) parameters.set('after', reached);
    source = new EventSource(`${base}/_eidolon/events?${parameters}`);
    for (const type of [...types.split(','), 'lost']) source.addEventListener(type, take);
    // What happened before the stream was open sent no event.
    source.addEventListener('open', () => look(patience));
    source.addEventListener('error', () => {
      clearTimeout(timer);
      timer = setTimeout(again, 1000);
    });
  }

  function rest() {
    clearTimeout(timer);
    if (source) source.close();
  }

  function begin() {
    if (document.hidden) return;
    listen();
    timer = setTimeout(again, patience);
  }

  begin();
  const leave = () => { isOver = true; rest(); };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', (event) => { if (event.persisted) { isOver = false; begin(); } });
  // A browser has six connections to a host (HTTP/1.1), so a page that nobody sees gives its own back.
  document.addEventListener('visibilitychange', () => {
    if (isOver) return;
    if (document.hidden) rest();
    else again();
  });
  return leave;
}
