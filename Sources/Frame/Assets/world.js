// The forms of the world: each sends what it holds to the control plane, and shows each problem beside its field.

import { base, control, element, Problem } from './live.js';

const said = document.getElementById('said');

function say(text) { said.textContent = text; }

/** Shows the parts of the page as they are now; forms are not among them, so nothing that is typed is lost. */
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href, { cache: 'no-store' })).text(), 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) {
    const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!next) continue;
    const hadFocus = part.contains(document.activeElement);
    part.replaceChildren(...next.childNodes);
    if (hadFocus) said.parentElement.querySelector('h2').scrollIntoView({ block: 'nearest' });
  }
  document.dispatchEvent(new CustomEvent('renewed'));
}

// MARK: What is wrong

const fieldOf = (form, name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);

function clear(form) {
  for (const place of form.querySelectorAll('[data-problem], [data-answer], [data-problems]')) {
    place.hidden = true;
    place.textContent = '';
  }
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}

let marks = 0;

/** Shows a message beside a field of the form; false if there is no such field. */
function mark(form, name, text) {
  const field = fieldOf(form, name);
  const place = field?.querySelector('[data-problem]');
  if (!place) return false;
  place.id ||= `problem-${marks += 1}`;
  place.textContent = place.textContent ? `${place.textContent}; ${text}` : text;
  place.hidden = false;
  const input = field.querySelector('input, select, textarea');
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', place.id);
  return true;
}

function answer(form, text) {
  const place = form.querySelector('[data-answer]');
  place.textContent = place.textContent ? `${place.textContent}\n${text}` : text;
  place.hidden = false;
}

/** The member of the form that a path is about: `given_name` of `people.anna.given_name`. */
function member(path, at) {
  if (at && path !== at && !path.startsWith(`${at}.`) && !path.startsWith(`${at}[`)) return null;
  const rest = (at ? path.slice(at.length) : path).replace(/^\./, '');
  return rest.startsWith('"') ? JSON.parse(rest.match(/^"(?:[^"\\]|\\.)*"/)[0]) : rest.split(/[.[]/)[0];
}

function tell(form, problem) {
  if (!(problem instanceof Problem)) return answer(form, 'The emulator does not answer.');
  const found = problem.document.problems || problem.document.errors || [];
  if (!found.length) {
    // An unknown name can only come from the one field that takes names.
    const named = form.querySelector('[required]')?.name;
    if (problem.status !== 404 || !named || !mark(form, named, problem.message)) answer(form, problem.message);
  }
  for (const { path = '', message } of found) {
    // The problem of an unknown member is reported at the whole object, but belongs beside the member's field.
    const unknown = path === (form.dataset.at || '') && message.match(/^unknown member ("(?:[^"\\]|\\.)*")/);
    const name = unknown ? JSON.parse(unknown[1]) : member(path, form.dataset.at || '');
    if (!name || !mark(form, name, message)) answer(form, path ? `${path}: ${message}` : message);
  }
  form.querySelector('[aria-invalid]')?.focus();
}

// MARK: What a form holds

/** Throws the name of the field that is not JSON. */
function read(input) {
  const text = input.value.trim();
  if (text === '') return undefined;
  if (input.dataset.kind !== 'json') return input.value;
  try { return JSON.parse(text); } catch (error) { throw [input.name, `This is no JSON: ${error.message}`]; }
}

function values(form) {
  const result = {};
  for (const input of form.querySelectorAll(':is(input, select, textarea)[data-kind]')) {
    const value = read(input);
    if (value !== undefined) result[input.name] = value;
  }
  return result;
}

/** The merge patch (RFC 7396) that changes one value into another. */
function patch(from, to) {
  const isObject = (value) => value && typeof value === 'object' && !Array.isArray(value);
  if (!isObject(to) || !isObject(from)) return to;
  const result = {};
  for (const name of Object.keys(from)) if (!(name in to)) result[name] = null;
  for (const [name, value] of Object.entries(to)) {
    if (JSON.stringify(from[name]) !== JSON.stringify(value)) result[name] = patch(from[name], value);
  }
  return result;
}

const within = (steps, value) => steps.reduceRight((inner, step) => ({ [step]: inner }), value);

/** Does what a form or a button asks for, once at a time. */
async function act(form, work) {
  if (form.dataset.busy) return;
  form.dataset.busy = 'true';
  clear(form);
  say('');
  try { await work(); } catch (problem) {
    if (Array.isArray(problem)) { mark(form, ...problem); form.querySelector('[aria-invalid]').focus(); } else tell(form, problem);
  } finally { delete form.dataset.busy; }
}

// MARK: Queue and clock

for (const form of document.querySelectorAll('form[data-send]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(form, async () => {
      const [method, path] = form.dataset.send.split(' ');
      await control(method, path, values(form));
      say(form.dataset.done);
      await renew();
    });
  });
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-send]');
  if (!button) return;
  const [method, path] = button.dataset.send.split(' ');
  const form = document.querySelector('form[data-send]');
  act(form, async () => {
    await control(method, path);
    say(button.dataset.done);
    await renew();
    form.querySelector('input').focus();
  });
});

// Loaded only when needed, because the stories are many.
const stories = document.getElementById('stories');
document.querySelector('[list="stories"]')?.addEventListener('focus', async () => {
  const known = await control('GET', 'scenarios').catch(() => ({ scenarios: [] }));
  stories.replaceChildren(...known.scenarios.map(({ name, title }) => element('option', { value: name, label: title })));
}, { once: true });

// MARK: A person or a client

for (const form of document.querySelectorAll('form[data-steps]')) {
  const steps = JSON.parse(form.dataset.steps);
  const fields = form.querySelector('[data-fields]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(form, async () => {
      const wanted = values(form);
      const world = await control('GET', 'world');
      const present = steps.reduce((value, step) => value?.[step], world);
      await control('PATCH', 'world', within(steps, present === undefined ? wanted : patch(present, wanted)));
      say('Saved.');
    });
  });
  form.querySelector('[data-remove]')?.addEventListener('click', () => act(form, async () => {
    await control('PATCH', 'world', within(steps, null));
    location.assign(form.dataset.list);
  }));
  const input = form.querySelector('[data-new]');
  function add() {
    const name = input.value.trim();
    if (!name) return input.focus();
    let field = fieldOf(form, name);
    if (!field) {
      const known = [...document.querySelectorAll('#members option')].find((option) => option.value === name);
      const kind = known?.dataset.kind || 'text';
      const control = kind === 'json'
        ? element('textarea', { name, rows: 4, spellcheck: 'false', class: 'code', 'data-kind': 'json', 'data-testid': `field-${name}` })
        : element('input', { name, dir: 'auto', spellcheck: 'false', 'data-kind': 'text', 'data-testid': `field-${name}` });
      field = element('div', { class: 'field', 'data-field': name },
        element('label', {}, `${name} `, element('span', { class: 'faint' }, known?.label || ''), control),
        element('p', { class: 'problem', role: 'alert', 'data-problem': true, 'data-testid': `problem-${name}`, hidden: true }));
      fields.append(field);
    }
    input.value = '';
    field.querySelector('input, textarea').focus();
  }
  form.querySelector('[data-add]').addEventListener('click', add);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') { event.preventDefault(); add(); }
  });
}

// MARK: A story

for (const form of document.querySelectorAll('form[data-story]')) {
  const text = form.querySelector('textarea');
  const place = form.querySelector('[data-problems]');

  /** Sends the text as typed, so that lines and columns in problems match it. */
  async function send(method, body) {
    const response = await fetch(`${base}/_eidolon/${form.dataset.story}`, {
      method, headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body,
    });
    if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  }

  function select(line) {
    const lines = text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] || '').length);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(form, async () => {
      try { await send('PUT', text.value); } catch (problem) {
        const found = problem.document?.problems || problem.document?.errors || [];
        if (!found.length) throw problem;
        place.replaceChildren(...found.map(({ line, column, path, message }) => element('li', {},
          line ? element('button', { type: 'button', click: () => select(line) }, `Line ${line}, column ${column}`) : '',
          ` ${path ? `${path}: ` : ''}${message}`)));
        place.hidden = false;
        place.id ||= 'story-problems';
        text.setAttribute('aria-invalid', 'true');
        text.setAttribute('aria-describedby', place.id);
        text.focus();
        return;
      }
      say('Saved.');
    });
  });
  form.querySelector('[data-remove]')?.addEventListener('click', () => act(form, async () => {
    await send('DELETE');
    location.assign(form.dataset.list);
  }));
  form.querySelector('[data-queue]')?.addEventListener('click', (event) => act(form, async () => {
    await control('POST', 'queue', { scenario: event.target.dataset.queue });
    say('It waits for the next login.');
  }));
}
