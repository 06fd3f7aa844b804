// One stream of events for all pages of a sandbox: a browser has six connections to a host (HTTP/1.1), which streams of their
// own would use up. It runs as a shared worker; where there are none, each page runs it for itself.

const kinds = ['transaction', 'journal', 'finding'];

/**
 * Serves pages with the events of the sandbox at a base path; returns the function that takes in the port of a page.
 *
 * A page says `{ types, transaction }`, again whenever it wants to know that it is still served, and `null` when it leaves. It hears
 * `{ type, data }`: the events that it wants, those that were `lost`, and `open`, `opening` or `closed` of the stream itself.
 */
export function server(base) {
  const pages = new Map();
  let source = null;
  let timer = 0;
  let reached = '';

  function tell(message, isWanted = () => true) {
    for (const [port, wanted] of pages) if (isWanted(wanted)) port.postMessage(message);
  }

  function take({ type, data: text, lastEventId }) {
    reached = lastEventId || reached;
    const data = JSON.parse(text);
    const transaction = type === 'transaction' ? data.transaction.id : data.transaction;
    tell({ type, data }, (wanted) => type === 'lost'
      || (wanted.types.includes(type) && [undefined, transaction].includes(wanted.transaction)));
  }

  function listen() {
    const parameters = new URLSearchParams({ types: kinds, heartbeat: '10s' });
    if (reached) parameters.set('after', reached);
    source = new EventSource(`${base}/_eidolon/events?${parameters}`);
    for (const type of [...kinds, 'lost']) source.addEventListener(type, take);
    source.addEventListener('open', () => tell({ type: 'open' }));
    source.addEventListener('error', () => {
      tell({ type: 'closed' });
      // A browser gives up after an HTTP error; this does not.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(listen, 1000);
    });
  }

  function rest() {
    clearTimeout(timer);
    source?.close();
    // Pages look when they come back, so nothing has to be told twice.
    [source, reached] = [null, ''];
  }

  return (port) => {
    port.onmessage = ({ data: wanted }) => {
      if (!wanted) {
        pages.delete(port);
        port.close();
        if (pages.size === 0) rest();
        return;
      }
      pages.set(port, wanted);
      if (!source) listen();
      port.postMessage({ type: source.readyState === EventSource.OPEN ? 'open' : 'opening' });
    };
  };
}

if ('SharedWorkerGlobalScope' in globalThis) {
  const serve = server(globalThis.name);
  globalThis.onconnect = (event) => serve(event.ports[0]);
}
