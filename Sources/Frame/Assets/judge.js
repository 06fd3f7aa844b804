// Starts a campaign, shows it as it goes, and repeats a single case.

import { base, control, element } from './live.js';

const part = (id) => document.getElementById(id);
/** The campaign as the server last sent it. */
let campaign = null;
/** Results that a repeated case leaves out, because it skips what was not run. */
let kept = [];
/** What the table shows. */
let shown = [];
/** Only the latest watcher continues. */
let watch = 0;

function say(text, isProblem = false) {
  part('answer').className = isProblem ? 'problem' : 'answer';
  part('answer').replaceChildren(...[text].flat());
}

/** The results, what to look at first, and how each is drawn and named. */
const words = [
  ['fail', 'error', 'failed'], ['warn', 'warning', 'gave a warning'], ['inconclusive', 'note', 'stayed inconclusive'],
  ['not_run', 'waiting', 'were not run'], ['pass', 'good', 'passed'],
];
const rank = (result) => words.findIndex(([word]) => word === result.result);

const ended = (text) => text + (/[.!?]$/.test(text) ? '' : '.');
const sentence = (text) => text && text[0].toUpperCase() + ended(text.slice(1));
const rightly = {
  must_refuse: 'as it must be', should_refuse: 'as it should be', must_accept: 'as it must be', either: 'which is right either way',
};

/** What came of a case in one sentence, and what was seen in small print. */
function told(result) {
  const { reason, seen, right } = result;
  const isPlain = seen === (right === 'must_accept' ? 'accepted' : 'refused') || right === 'either' && seen === 'accepted';
  if (result.result === 'pass' && isPlain && rightly[right]) {
    const small = element('small', { class: 'faint' }, reason);
    return [element('details', {}, element('summary', {}, sentence(`${seen}, ${rightly[right]}`)), small)];
  }
  const [first, ...rest] = reason.split(': ');
  const more = sentence(rest.join(': '));
  // What was not run says what to do.
  const kind = result.result === 'not_run' ? ['div'] : ['small', { class: 'faint' }];
  return [element('div', {}, sentence(first)), more && element(...kind, more)];
}

function row(result) {
  const seen = told(result);
  if (result.result === 'fail' || result.result === 'warn') {
    for (const [label, text] of [['Attack', result.attack], ['Fix', result.fix], ['Clause', result.clause]]) {
      if (text) seen.push(element('div', { class: 'faint' }, `${label}: ${text}`));
    }
  }
  const link = result.transaction
    ? [' ', element('a', { href: `${base}/transactions/${result.transaction}` }, 'login')] : [];
  // Not disabled, which would take the focus away.
  const again = element('button', {
    type: 'button', 'data-testid': `again-${result.case}`, 'aria-label': `Repeat ${result.case}`,
    'aria-disabled': String(!isRepeatable()), click: () => { if (isRepeatable()) repeat(result.case); },
    title: campaign.order.start_url ? null : `A test drives this campaign: repeat it there, with --only ${result.case}`,
  }, 'Again');
  const badge = element('span', { class: `badge ${words[rank(result)]?.[1]}` }, result.result.replace('_', ' '));
  return element('tr', { 'data-testid': `case-${result.case}` },
    element('td', {}, badge), element('td', {}, element('code', {}, result.case), ...link),
    element('td', { class: 'prose' }, ...seen), element('td', {}, again));
}

const isUnderWay = () => campaign && ['learning', 'judging'].includes(campaign.state);
/** True if the campaign has ended and has a start URL, whoever began it. */
const isRepeatable = () => !isUnderWay() && campaign.order.start_url;

/** The control of the table that has the focus, or lost it because its row was away for a while. */
let focus = null;
part('outcome').addEventListener('focusin', (event) => {
  const control = event.target;
  const line = control.closest('tr');
  focus = line && [line.dataset.testid, control.localName];
});

// A click anywhere clears the remembered focus of the table.
document.addEventListener('pointerdown', () => { focus = null; });

function showResults() {
  const lines = () => [...part('results').children, ...part('passes').children];
  const had = part('outcome').contains(document.activeElement) || document.activeElement === document.body;
  const open = lines().filter((line) => line.querySelector('details[open]')).map((line) => line.dataset.testid);
  const sorted = [...shown].sort((left, right) => rank(left) - rank(right));
  const [passes, others] = [true, false].map((isPass) => sorted.filter((one) => (one.result === 'pass') === isPass));
  part('results').replaceChildren(...others.map(row));
  part('passes').replaceChildren(...passes.map(row));
  part('results').parentElement.hidden = others.length === 0;
  part('passed').hidden = passes.length === 0;
  part('passed-title').textContent = `${passes.length} passed`;
  for (const line of lines()) if (open.includes(line.dataset.testid)) line.querySelector('details')?.setAttribute('open', '');
  if (!had || !focus) return;
  const line = lines().find((one) => one.dataset.testid === focus[0]);
  line?.querySelector(focus[1])?.focus({ preventScroll: true });
}

/** Of 12 cases 2 failed, 1 gave a warning and 9 passed; each of them as a badge. */
function counted() {
  const all = shown.length;
  if (!all) return ['no case yet'];
  const counts = Object.fromEntries(
    words.map(([word]) => [word, shown.filter((result) => result.result === word).length]));
  const parts = words.filter(([word]) => counts[word]).map(([word, kind, what]) => element(
    'span', { class: `badge ${kind}` }, `${counts[word]} ${counts[word] === 1 ? what.replace('were', 'was') : what}`));
  const joined = parts.flatMap((one, index) => [index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', ', one]);
  return [`of ${all} case${all === 1 ? '' : 's'} `, ...joined];
}

function show() {
  const isStuck = campaign.state === 'stuck';
  // If nothing could be judged, one reason is given for all cases.
  const results = campaign.results.filter(({ result }) => !isStuck || result !== 'not_run');
  const named = new Set(results.map((result) => result.case));
  shown = [...results, ...kept.filter((result) => !named.has(result.case))];
  showResults();
  part('outcome').hidden = shown.length === 0;
  part('progress').hidden = !isUnderWay();
  part('order-title').textContent = isUnderWay() ? 'What is judged' : 'Judge again';
  part('clock-moved').hidden = isUnderWay() || !campaign.clock_moved;
  part('moved').textContent = campaign.clock_moved || '';
  if (isStuck) {
    part('order').open = true;
    return say(`Nothing could be judged: ${campaign.reason}.`, true);
  }
  if (!isUnderWay()) {
    const back = campaign.taken_back ? ` Results were taken back, because ${ended(campaign.taken_back)}` : '';
    return say([`${campaign.state === 'done' ? 'Done' : 'Stopped'}: `, ...counted(), '.', back], back !== '');
  }
  // Announced once; the numbers below change with every case.
  if (part('answer').textContent !== 'Judging.') say('Judging.');
  part('counts').replaceChildren('So far: ', ...counted(), '.');
  const all = shown.length + campaign.left;
  [part('bar').max, part('bar').value] = [all || 1, shown.length];
  const left = campaign.seconds_left ? `, about ${campaign.seconds_left} s left` : '';
  part('present').textContent = `${shown.length} of ${all}${left}; now: ${campaign.present || 'beginning'}`;
  return undefined;
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

/** The form makes room for what came of it. */
function fold() {
  if (part('start').contains(document.activeElement)) part('order-title').focus();
  part('order').open = false;
}

async function begin(body) {
  try {
    campaign = await control('POST', 'judge', { ...body, asker: 'page' });
    fold();
    await follow();
  } catch (problem) {
    say(problem.message, true);
  }
}

/** All results but this one's are kept, and so is what was learned. */
function repeat(name) {
  const resume = { ...campaign, results: shown.filter((result) => result.case !== name) };
  // Without `skip`, the cases that were not run would be played too.
  kept = resume.results.filter((result) => result.result === 'not_run');
  const { skip: before = [], ...order } = campaign.order;
  const skip = [...before, ...kept.map((result) => result.case)].filter((one) => one !== name);
  return begin({ ...order, skip: skip.length ? skip : undefined, resume });
}

/** The words of a field. */
const listed = (text) => text.split(/[\s,]+/).filter(Boolean);
/** The marks of a field, which may contain spaces: text=Welcome back. */
const marked = (text) => text.split(',').map((one) => one.trim()).filter(Boolean);

part('start').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const order = { provider: form.get('provider'), start_url: form.get('start_url') };
  for (const name of ['profile_url', 'client']) if (form.get(name)) order[name] = form.get(name);
  if (form.get('second')) order.second = `${form.get('second')}=${form.get('second_url')}`;
  for (const name of ['only', 'hosts']) if (listed(form.get(name)).length) order[name] = listed(form.get(name));
  for (const name of ['in', 'out']) if (marked(form.get(name)).length) order[name] = marked(form.get(name));
  kept = [];
  begin(order);
});

/** Shows the order of a campaign that began before the page was opened. */
function fill(order) {
  const fields = part('start').elements;
  for (const name of ['provider', 'start_url', 'profile_url', 'client']) fields[name].value = order[name] || fields[name].value;
  for (const name of ['only', 'hosts']) fields[name].value = (order[name] || []).join(' ');
  for (const name of ['in', 'out']) fields[name].value = (order[name] || []).join(', ');
  const [, second, address] = (order.second || '').match(/^([^=]+)=(.*)$/) || [];
  if (second) [fields.second.value, fields.second_url.value] = [second, address];
  pair();
}

/** A second provider must differ from the first, and needs an address. */
function pair() {
  const { provider, second, second_url: address } = part('start').elements;
  for (const option of second.options) option.disabled = option.value === provider.value;
  if (second.selectedOptions[0]?.disabled) second.value = '';
  address.required = second.value !== '';
  address.disabled = second.value === '';
}
part('start').addEventListener('change', pair);
pair();

part('cancel').addEventListener('click', () => control('DELETE', 'judge').catch((problem) => say(problem.message, true)));

// A campaign may be under way, or have ended before the page was opened.
control('GET', 'judge').then((found) => {
  if (!found) return;
  campaign = found;
  fill(found.order);
  fold();
  follow();
}).catch((problem) => say(problem.message, true));
