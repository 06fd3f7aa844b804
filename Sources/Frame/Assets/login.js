// The page of a login: judges it now, and repeats it.
import { control } from './live.js';
import { changed } from './fresh.js';

const login = document.querySelector('[data-fresh-transaction]');
const path = `transactions/${encodeURIComponent(login.dataset.freshTransaction)}`;

/** Shows the buttons that need this script. */
function reveal() { for (const button of document.querySelectorAll('[data-judges], [data-repeats]')) button.hidden = false; }
reveal();
document.addEventListener('renewed', reveal);

function say(text) {
  const said = document.getElementById('said');
  if (said) said.textContent = text;
}

async function judge() {
  await control('POST', 'settle', { transaction: login.dataset.freshTransaction });
  await changed();
}

async function repeat() {
  const scenario = await control('GET', `${path}/export`);
  await control('POST', 'queue', { scenario, client: login.dataset.client });
  say(`The next login of ${login.dataset.client} goes the same way.`);
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-judges], [data-repeats]');
  if (!button) return;
  try { await (button.matches('[data-judges]') ? judge() : repeat()); } catch (problem) { say(problem.message); }
});
