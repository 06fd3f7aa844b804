// The page of a relying party that uses the web SDK in every documented way; tells the test what happened.
async function play(settings, report) {
  const seen = {};
  const ask = async (body, scenario) => {
    const headers = { Authorization: `Bearer ${settings.token}`, 'Content-Type': 'application/json' };
    if (scenario) headers['Eidolon-Scenario'] = scenario;
    const response = await fetch(`${settings.url}/videoid.request`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  // One process from turnOn to its end, with everything that its listeners are told.
  const run = (process, start, listensToPhases = true) => new Promise((resolve) => {
    const told = { phases: [], completed: [], failed: [] };
    if (listensToPhases) {
      process.on('phaseStarting', (phase) => { told.phases.push(phase.phase); phase.continue(); phase.continue(); });
    }
    const end = () => setTimeout(() => resolve(told), 50);
    process.on('completed', (video) => { told.completed.push(video.id); end(); });
    process.on('failed', (error) => { told.failed.push(error.code); end(); });
    process.turnOn();
    process.start(start);
  });

  const plain = await ask({ process: 'Unattended' });
  seen.plain = await run(EID.videoId('#video', { lang: 'en' }), { authorization: plain.authorization, idType: 62, minSimilarityLevel: 'Low' });
  seen.plain.id = plain.id;

  const passport = await ask({});
  seen.passport = await run(EID.videoId('#video', { eidApi: `${settings.url}/` }), { authorization: passport.authorization, idType: 61 });

  const silent = await ask({});
  seen.silent = await run(EID.videoId('#video'), { authorization: silent.authorization }, false);

  const cancelled = await ask({}, 'videoid/camera-refused');
  seen.cancelled = await run(EID.videoId('#video'), { authorization: cancelled.authorization });

  seen.bearer = await run(EID.videoId('#video'), { authorization: settings.token });

  const attended = await ask({ process: 'Attended' });
  seen.attended = await run(EID.videoIDAttended('#video'), { authorization: attended.authorization });

  const destroyed = EID.videoId('#video');
  seen.destroyed = [];
  destroyed.on('completed', () => seen.destroyed.push('completed')).on('failed', () => seen.destroyed.push('failed'));
  destroyed.start({ authorization: (await ask({})).authorization });
  destroyed.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));

  const session = await EID.init({ lang: 'en', token: settings.token, eidApi: settings.url });
  seen.promise = typeof (await session.start({ idType: 62, minSimilarityLevel: 'Low' })).id;
  seen.rejected = await (await EID.init({ token: 'nobody', eidApi: settings.url })).start({ idType: 62 }).catch((error) => error.code);

  seen.published = await published(settings);

  if (settings.hasDocument) {
    const hand = await ask({}, 'videoid/hand');
    const process = EID.videoId('#video');
    const shown = [];
    const press = setInterval(() => {
      for (const name of ['show_front', 'show_back', 'show_face']) {
        const button = document.querySelector(`#video [data-testid=${name}]`);
        if (button && !shown.includes(name)) { shown.push(name); button.click(); }
      }
    }, 20);
    seen.hand = await run(process, { authorization: hand.authorization, idType: 62 });
    clearInterval(press);
    seen.pressed = shown;
    seen.words = document.querySelector('#video').textContent;
    process.turnOff();
    seen.boxes = document.querySelectorAll('#video [data-testid=eid-video]').length;
  }
  await report(seen);
}

// As components that are in the field use the SDK: it gets its own authorization below the proxy's base, the page draws by
// the handlers of `ui`, and awaits promises instead of listening to completed and failed.
async function published(settings) {
  const seen = { ui: [], phases: [] };
  const base = `${settings.url}/`;
  await EID.init({ lang: 'en', token: settings.token, eidApi: base, proxyEndpoint: base });
  const videoId = EID.videoId('#video');
  videoId.onVideoIDPhaseStarting((phase) => { seen.phases.push(phase.name); phase.continue(); });
  await videoId.turnOn().then(() => {
    const ui = videoId.ui;
    for (const name of ['onConnecting', 'onConnected', 'onDisconnected', 'onPhaseFinished']) {
      ui[name] = () => seen.ui.push(name);
    }
    ui.onPhaseStarting = (phase) => { seen.ui.push(phase.name); setTimeout(phase.continue, 10); };
    ui.onPhaseStarted = (phase) => { seen.roi = phase.detectionRoi.p3.y - phase.detectionRoi.p1.y; };
    ui.onPhaseFinishing = (phase) => { seen.frame = phase.frame; setTimeout(() => phase.continue(), 10); };
  });
  seen.id = (await videoId.start({ idType: 62, minSimilarityLevel: 'Low' })).id;
  videoId.destroy();
  await EID.init({ token: 'nobody', eidApi: base, proxyEndpoint: base });
  const refused = EID.videoId('#video');
  seen.error = await refused.start({ idType: 62 }).then(() => null, (error) => error.code);
  refused.destroy();
  return seen;
}
