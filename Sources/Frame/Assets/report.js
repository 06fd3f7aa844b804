// Shows the control plane's report, which is a page without links, in the frame, and leads from it to logins and exchanges.

import { tellTime } from './frame.js';
import { base, control, element, follow, oneAtATime } from './live.js';
import { replace } from './fresh.js';

const part = document.getElementById('report');
const answer = document.getElementById('answer');
let shown = '';

/** Where the pages of a sandbox begin. */
const home = (name) => (name === part.dataset.sandbox ? base : `${base}/~${encodeURIComponent(name)}`);

function dress(report) {
  report.querySelector('h1')?.remove();
  for (const time of report.querySelectorAll('time')) {
    time.title = time.dateTime;
    time.textContent = time.dateTime.slice(11, 19);
  }
  for (const finding of report.querySelectorAll('[data-rule]')) {
    finding.classList.add('finding');
    const severity = finding.querySelector('strong');
    severity?.replaceWith(element('span', { class: `badge ${severity.textContent}` }, severity.textContent));
    for (const line of finding.querySelectorAll('[data-sandbox][data-login]')) {
      const login = encodeURIComponent(line.dataset.login);
      line.append(' ', element('a', { href: `${home(line.dataset.sandbox)}/transactions/${login}` }, 'login'));
    }
    const places = new Set([...finding.querySelectorAll('[data-sandbox]')].map((line) => line.dataset.sandbox));
    for (const name of places) {
      const text = places.size > 1 ? `Exchanges of ${name || 'the root'}` : 'Exchanges';
      const query = new URLSearchParams({ q: finding.dataset.rule });
      finding.append(element('p', {}, element('a', { href: `${home(name)}/traffic?${query}` }, text)));
    }
  }
  for (const table of report.querySelectorAll('table')) table.classList.add('lines');
  for (const cell of report.querySelectorAll('td')) cell.classList.add('prose');
  for (const heading of report.querySelectorAll('th')) heading.scope = 'col';
  return report;
}

async function load() {
  const response = await fetch(part.dataset.source, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const text = await response.text();
  if (!response.ok) {
    let problem = {};
    try { problem = JSON.parse(text); } catch { /* Not the control plane's own answer. */ }
    throw new Error(problem.detail || `The emulator answered ${response.status}.`);
  }
  // This page's policy forbids inline styles even in a document that is only parsed.
  const page = new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ''), 'text/html');
  const report = dress(page.querySelector('main'));
  // A new moment of the report alone is not a change.
  const content = report.innerHTML.replace(/<p data-testid="moment">.*?<\/p>/, '');
  if (content !== shown) replace(part, report.childNodes);
  shown = content;
}

const loadOnce = oneAtATime(load, 500);
async function changed() {
  try {
    await loadOnce();
    const { now, mode } = await control('GET', 'clock');
    tellTime(Date.parse(now), mode === 'frozen');
    [answer.className, answer.textContent] = ['', ''];
  } catch (problem) {
    [answer.className, answer.textContent] = ['problem', problem.message];
  }
}

follow({ types: 'transaction,finding', changed, indicator: document.querySelector('[data-live]') });
