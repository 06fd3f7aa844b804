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

let canShare = 'SharedWorker' in window;

/** The page's end of the stream of events, which all pages of the sandbox in this browser share if they can. */
function stream() {
  const script = new URL('./stream.js', import.meta.url);
  if (canShare) {
    try {
      const worker = new SharedWorker(script, { type: 'module', name: base });
      worker.addEventListener('error', () => { canShare = false; });
      return worker.port;
    } catch { canShare = false; }
  }
  const { port1, port2 } = new MessageChannel();
  import(script).then(({ server }) => server(base)(port2));
  return port1;
}

/**
 * Follows what happens in the sandbox.
 *
 * `changed(type, data)` is called for each event (`transaction`, `journal`, `finding`), of one login alone if `transaction` names
 * it, and as `changed('look')` when the page should poll: at the start, after events were lost, every few seconds while no events
 * get through, and now and then in any case, because a proxy may silently hold events back. A page that is not visible rests, and
 * looks when it is shown.
 *
 * `indicator` is an element whose `data-live` says `live`, `polling`, `lost` or `ended`. Returns a function that stops following.
 */
export function follow({ types = 'transaction', transaction, changed, indicator }) {
  const patience = 3000;
  const words = { live: 'live', polling: 'asking again every few seconds', lost: 'the emulator does not answer', ended: 'this sandbox ended' };
  let port = null;
  let isAnswered = false;
  let isLive = false;
  let timer = 0;
  let isOver = false;

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
    show(isLive ? 'live' : missing || 'polling');
    clearTimeout(timer);
    timer = setTimeout(again, isLive ? 15000 : next);
  }

  function again() {
    join();
    look(2000);
  }

  function take({ type, data }) {
    isAnswered = true;
    if (type === 'opening' || (type === 'open' && isLive)) return;
    if (type === 'open') {
      isLive = true;
      // What happened before the stream was open sent no event.
      look(patience);
    } else if (type === 'closed') {
      isLive = false;
      clearTimeout(timer);
      timer = setTimeout(again, 1000);
    } else if (type === 'lost') {
      look(2000);
    } else {
      // What cannot be had now is asked for with the next look.
      Promise.resolve(changed(type, data)).catch(() => {});
    }
  }

  function join() {
    // A worker dies with the process that runs it, and nobody is told.
    if (!isAnswered) {
      leave();
      port = stream();
      port.onmessage = (event) => take(event.data);
    }
    isAnswered = false;
    port.postMessage({ types: types.split(','), transaction });
  }

  function leave() {
    port?.postMessage(null);
    port?.close();
    [port, isAnswered, isLive] = [null, false, false];
  }

  function rest() {
    clearTimeout(timer);
    leave();
  }

  function begin() {
    if (document.hidden) return;
    join();
    timer = setTimeout(again, patience);
  }

  begin();
  const end = () => { isOver = true; rest(); };
  addEventListener('pagehide', end);
  addEventListener('pageshow', (event) => { if (event.persisted) { isOver = false; begin(); } });
  // The stream rests with the last page that somebody sees.
  document.addEventListener('visibilitychange', () => {
    if (isOver) return;
    if (document.hidden) rest();
    else again();
  });
  return end;
}
