// Starts a campaign, shows it as it goes, and repeats a single case.

import { base, control, element } from './live.js';

const part = (id) => document.getElementById(id);
/** The campaign as the server last told it, and what it was asked to do. */
let campaign = null;
let order = null;
/** Only the latest watcher goes on. */
let watch = 0;

function say(text, isProblem = false) {
  part('answer').className = isProblem ? 'problem' : '';
  part('answer').textContent = text;
}

function row(result) {
  const seen = [element('div', {}, result.reason)];
  if (result.result === 'fail' || result.result === 'warn') {
    for (const [label, text] of [['Attack', result.attack], ['Fix', result.fix], ['Clause', result.clause]]) {
      if (text) seen.push(element('div', { class: 'faint' }, `${label}: ${text}`));
    }
  }
  const link = result.transaction
    ? [' ', element('a', { href: `${base}/transactions/${result.transaction}` }, 'login')] : [];
  const again = element('button', { type: 'button', 'data-testid': `again-${result.case}` }, 'Again');
  again.setAttribute('aria-label', `Repeat ${result.case}`);
  again.disabled = !order || isUnderWay();
  again.addEventListener('click', () => repeat(result.case));
  return element('tr', { 'data-testid': `case-${result.case}` },
    element('td', {}, element('strong', {}, result.result.replace('_', ' '))),
    element('td', {}, element('code', {}, result.case), ...link),
    element('td', {}, ...seen), element('td', {}, again));
}

const isUnderWay = () => campaign && ['learning', 'judging'].includes(campaign.state);

function show() {
  const results = campaign.results;
  part('results').replaceChildren(...results.map(row));
  part('table').hidden = results.length === 0;
  part('reports').hidden = results.length === 0;
  part('cancel').hidden = !isUnderWay();
  const counts = Object.entries(campaign.counts).filter(([, count]) => count)
    .map(([word, count]) => `${count} ${word.replace('_', ' ')}`).join(', ');
  if (campaign.state === 'stuck') return say(`Nothing could be judged: ${campaign.reason}.`, true);
  if (!isUnderWay()) return say(`${campaign.state === 'done' ? 'Done' : 'Stopped'}: ${counts || 'nothing'}.`);
  const left = campaign.seconds_left ? `, about ${campaign.seconds_left} s left` : '';
  return say(`${campaign.present || 'beginning'}; ${campaign.left} to come${left}${counts ? `; ${counts}` : ''}`);
}

async function follow() {
  watch += 1;
  const mine = watch;
  while (mine === watch && isUnderWay()) {
    show();
    try {
      campaign = await control('GET', `judge?after=${campaign.version}&timeout=20s`);
    } catch (problem) {
      return say(problem.message, true);
    }
  }
  return show();
}

async function begin(body) {
  try {
    campaign = await control('POST', 'judge', body);
    await follow();
  } catch (problem) {
    say(problem.message, true);
  }
}

/** All results but this one's are kept, and so is what was learned. */
function repeat(name) {
  const resume = { ...campaign, results: campaign.results.filter((result) => result.case !== name) };
  // What was not run would be played too.
  const skip = resume.results.filter((result) => result.result === 'not_run').map((result) => result.case);
  return begin({ ...order, skip: skip.length ? skip : undefined, resume });
}

part('start').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  order = { provider: form.get('provider'), start_url: form.get('start_url') };
  if (form.get('profile_url')) order.profile_url = form.get('profile_url');
  const only = form.get('only').split(/[\s,]+/).filter(Boolean);
  if (only.length) order.only = only;
  begin(order);
});

part('cancel').addEventListener('click', () => control('DELETE', 'judge').catch((problem) => say(problem.message, true)));

// A campaign may be under way, or have ended before the page was opened.
control('GET', 'judge').then((found) => { campaign = found; follow(); }).catch(() => {});
