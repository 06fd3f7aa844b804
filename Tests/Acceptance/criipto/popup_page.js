// What a page does that logs in through a popup or checks silently in a frame, by criipto-2026 §2.1 and §2.2: our own script,
// which reads the answer as the vendor's does.

const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

// Everything between two "=" counts once: a value that holds another "=" would be cut off there (P5).
const parametersOf = (query) => Object.fromEntries(
  query.replace(/^\?/, '').split('&').map((pair) => pair.split('=')).map(([name, value]) => [name, decodeURIComponent(value)]));

async function pushed(settings, changes) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  const metadata = await (await fetch(`${settings.domain}/.well-known/openid-configuration?client_id=${settings.client}`)).json();
  const answer = await fetch(metadata.pushed_authorization_request_endpoint, {
    method: 'POST', credentials: 'omit',
    body: new URLSearchParams({
      client_id: settings.client, redirect_uri: settings.callback, scope: 'openid', response_type: 'code',
      response_mode: 'post_message', code_challenge: challenge, code_challenge_method: 'S256', criipto_sdk: 'a-page', ...changes,
    }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  const { request_uri } = await answer.json();
  const query = new URLSearchParams({ client_id: settings.client, request_uri });
  return { metadata, verifier, url: `${metadata.authorization_endpoint}?${query}` };
}

// The parameters of the first message that counts (P3, P4), and all that came from that window.
function answerFrom(source, settings, patience) {
  return new Promise((resolve, reject) => {
    const all = [];
    const timer = setTimeout(() => reject(new Error('Timed out')), patience);
    addEventListener('message', function listen(event) {
      if (event.source !== source() && event.origin !== settings.domain) return;
      all.push(event.data);
      if (!['code=', 'id_token=', 'error='].some((part) => event.data.includes(part))) return;
      clearTimeout(timer);
      removeEventListener('message', listen);
      resolve({ url: event.data, origin: event.origin, all, ...parametersOf(new URL(event.data).search) });
    });
  });
}

async function redeemed(answer, started, settings) {
  if (answer.error) return answer;
  const tokens = await (await fetch(started.metadata.token_endpoint, {
    method: 'POST', credentials: 'omit',
    body: new URLSearchParams({
      grant_type: 'authorization_code', code: answer.code, client_id: settings.client, redirect_uri: settings.callback,
      code_verifier: started.verifier,
    }),
  })).json();
  const claims = JSON.parse(atob(tokens.id_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
  return { ...answer, claims };
}

// A popup, as a button opens it; the window is opened before anything is awaited, or the browser would block it.
async function popup(settings, changes = {}) {
  const window_ = open('about:blank', 'a-login', 'width=400,height=660');
  const started = await pushed(settings, changes);
  const answer = answerFrom(() => window_, settings, 20000);
  window_.location.href = started.url;
  const result = await redeemed(await answer, started, settings);
  window_.close();
  return result;
}

// A hidden frame with prompt=none, which gives up after ten seconds (Q1).
async function silently(settings, changes = {}) {
  const started = await pushed(settings, { prompt: 'none', ...changes });
  const frame = document.createElement('iframe');
  frame.width = frame.height = 0;
  frame.style.display = 'none';
  const answer = answerFrom(() => frame.contentWindow, settings, 10000);
  frame.src = started.url;
  document.body.append(frame);
  try { return await redeemed(await answer, started, settings); } finally { frame.remove(); }
}
