// Parts of a page that update themselves: when something happens in the sandbox, the page fetches itself again and
// replaces the parts that changed. So the server alone decides what a page shows.
import { element, follow, oneAtATime } from './live.js';

const root = document.querySelector('[data-fresh]');
// As the server sent it, before other scripts add to it.
const shown = new Map([...document.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part.innerHTML]));
/** Why nothing of the page is there any more; `null` while it is. */
let gone = null;
/** Cancels fetches when the page is left: what it shows may no longer exist, such as a visit that the presenter reset. */
let leaving = new AbortController();
addEventListener('beforeunload', () => {
  leaving.abort();
  // Not every navigation that starts leaves the page.
  setTimeout(() => { leaving = new AbortController(); }, 5000);
});

/** Remembers what must survive an update: open details, scroll positions, the focus. Returns what restores it. */
function remember(part) {
  const open = [...part.querySelectorAll('details[open][id]')].map((details) => details.id);
  const scrolled = [...part.querySelectorAll('.scroll')].map((box) => [box.scrollLeft, box.scrollTop]);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  // Buttons that copy are not of the server: they come back a moment later.
  const isCopy = focused?.matches('.copy');
  const kind = isCopy ? '.copy' : `${focused?.tagName}:not(.copy)`;
  const focusedIndex = focused ? [...part.querySelectorAll(kind)].indexOf(focused) : -1;
  const address = focused?.getAttribute('href');
  return () => {
    for (const id of open) {
      const details = part.querySelector(`#${CSS.escape(id)}`);
      if (details) details.open = true;
    }
    part.querySelectorAll('.scroll').forEach((box, index) => {
      if (scrolled[index]) [box.scrollLeft, box.scrollTop] = scrolled[index];
    });
    if (!focused) return;
    // The same link may have moved.
    const same = address && part.querySelector(`a[href="${CSS.escape(address)}"]`);
    const back = () => (same || part.querySelectorAll(kind)[focusedIndex])?.focus({ preventScroll: true });
    if (isCopy) document.addEventListener('renewed', () => setTimeout(back), { once: true });
    else back();
  };
}

/** Keeps the visible line in place when others are added above it. */
function anchor(part) {
  const line = scrollY > 0 && [...part.querySelectorAll('tr[id]')].find((row) => row.getBoundingClientRect().top >= 0);
  const top = line && line.getBoundingClientRect().top;
  return () => {
    const same = line && document.getElementById(line.id);
    if (same) scrollBy(0, same.getBoundingClientRect().top - top);
  };
}

/** Puts nodes into a part of the page; open details stay open, and the scroll position stays. */
export function replace(part, nodes) {
  const restore = remember(part);
  const stay = anchor(part);
  part.replaceChildren(...nodes);
  restore();
  stay();
}

/** Says that what the page shows is no longer there, and keeps it; `null` takes that back. */
function tellGone(heading) {
  document.getElementById('gone')?.remove();
  if (!heading) return;
  document.querySelector('main').prepend(element('p', { class: 'problem', id: 'gone', role: 'alert', 'data-testid': 'gone' },
    `${heading}. This is what the page last showed. `, element('a', { href: location.pathname + location.search }, 'Look again')));
}

/** True if a page shows something of this one, besides the clock that stands on all. */
const isSameKind = (page) => [...document.querySelectorAll('[data-part]:not([data-part="site-clock"])')]
  .some((part) => page.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`));

async function renew() {
  const { signal } = leaving;
  // If the server chose what the page shows, the address of that is in `freshFrom`.
  const response = await fetch(root.dataset.freshFrom || location.href, { headers: { Accept: 'text/html' }, cache: 'no-store', signal });
  if (!response.ok && ![403, 404].includes(response.status)) throw new Error(`answered ${response.status}`);
  // A page of another kind may have a style of its own, which the policy of this one refuses.
  const text = (await response.text()).replace(/<style[^]*?<\/style>/g, '');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const isGone = response.status === 404 && !isSameKind(page);
  const heading = isGone ? page.querySelector('h1')?.textContent.trim() || 'This page is no longer there' : null;
  if (heading !== gone) tellGone(heading);
  gone = heading;
  if (isGone) return;
  for (const part of document.querySelectorAll('[data-part]')) {
    const name = part.dataset.part;
    const next = page.querySelector(`[data-part="${CSS.escape(name)}"]`);
    // The server no longer sends this part.
    if (!next) { part.hidden = true; continue; }
    if (next.innerHTML === shown.get(name)) continue;
    shown.set(name, next.innerHTML);
    replace(part, next.childNodes);
  }
  document.dispatchEvent(new CustomEvent('renewed'));
}

const renewOnce = oneAtATime(renew, 200);
export async function changed() {
  try { await renewOnce(); } catch (error) { if (error.name !== 'AbortError') throw error; }
}

if (root) {
  const { fresh: types, freshTransaction: transaction } = root.dataset;
  follow({ types, transaction, changed, indicator: document.querySelector('[data-live]') });
}

// A link into the diagram or to a message opens what it points at.
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === 'DETAILS') target.open = true;
}
addEventListener('hashchange', openTarget);
document.addEventListener('click', (event) => { if (event.target.closest('a[href^="#"]')) setTimeout(openTarget); });
openTarget();
