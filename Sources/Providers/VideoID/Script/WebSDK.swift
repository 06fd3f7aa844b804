/// The source of the web SDK: the documented interface, on top of this emulator's simulated SDK.
///
/// It opens no camera: the person acts as the scenario says, or by buttons if a human decides.
enum WebSDK {
  static let text = #"""
    // Eidolon's stand-in for the VideoID web SDK. It is an emulator: it opens no camera and proves nothing.
    //
    //   const videoId = EID.videoId('#video', { lang: 'en' });      // also videoIDAttended, smileId, videoScan
    //   videoId.on('phaseStarting', (phase) => phase.continue());   // FRONT, BACK, FACE
    //   videoId.on('completed', (video) => video.id);
    //   videoId.on('failed', (error) => error.code);
    //   videoId.turnOn().then(() => videoId.start({ authorization, idType: 62, minSimilarityLevel: 'Low' }));
    //
    // After EID.init({ token, eidApi, proxyEndpoint }) start needs no authorization: it asks for one itself. Instead of on(),
    // pages may set the handlers of videoId.ui, or call videoId.onVideoIDPhaseStarting(listener).
    (function (global) {
      'use strict';

      var script = global.document && global.document.currentScript;
      var home = base(script ? script.src : '');

      // …/v2/js/videoid.js and …/js/videoid-3.x/videoid.js both belong to …/v2.
      function base(source) {
        var path = source.split(/[?#]/)[0];
        if (/\/v2\/+js\/+[^/]*$/.test(path)) return path.replace(/\/+js\/+[^/]*$/, '');
        return path.replace(/\/+js\/+[^/]*\/+[^/]*$/, '') + '/v2';
      }

      function trimmed(url) { return String(url).replace(/\/+$/, ''); }

      function call(url, body, token) {
        var headers = { 'Content-Type': 'application/json' };
        if (token) headers.Authorization = 'Bearer ' + token;
        return global.fetch(url, { method: 'POST', headers: headers, body: JSON.stringify(body) })
          .then(function (response) {
            return response.json().then(function (json) {
              if (response.ok) return json;
              throw { code: json.error || 'ERROR', message: json.error_description || json.message || '' };
            });
          });
      }

      // What EID.init was given, for the processes that are made afterwards.
      var common = {};

      // One process: events go to its listeners, and completed or failed comes exactly once for each start.
      function Process(place, options, product, attended) {
        options = Object.assign({}, common, options);
        var api = trimmed(options.eidApi || home);
        var listeners = {};
        var run = null;
        var ui = this.ui = {};
        var view = new View(place, function (verb) { act(verb); });

        function emit(name, value) {
          (listeners[name] || []).slice().forEach(function (listener) { listener(value); });
        }

        // Calls a handler of videoId.ui, in the older style of custom pages.
        function tell(name, value) {
          if (typeof ui[name] === 'function') ui[name](value);
        }

        function end(mine, name, value) {
          if (run !== mine) return;
          run = null;
          view.show(name === 'completed' ? 'Completed' : 'Not completed: ' + value.code);
          tell('onDisconnected');
          emit(name, value);
          if (name === 'completed') mine.resolve(value); else mine.reject(value);
        }

        // A phase that is over: its page goes on at once, or when the handler says so.
        function finish(mine, next) {
          var name = mine.phase;
          if (!name) return next();
          mine.phase = null;
          function goOn() {
            tell('onPhaseFinished', { name: name, phase: name });
            next();
          }
          if (typeof ui.onPhaseFinishing !== 'function') return goOn();
          ui.onPhaseFinishing({ name: name, phase: name, frame: blank, coordinates: region, continue: once(goOn) });
        }

        function once(action) {
          var isDone = false;
          return function () {
            if (!isDone) { isDone = true; action(); }
          };
        }

        function take(mine, event) {
          if (run !== mine) return;
          if (event.event === 'phaseStarting') return finish(mine, function () { begin(mine, event); });
          if (event.event === 'failed') {
            return end(mine, 'failed', { code: event.code, message: event.message });
          }
          finish(mine, function () { end(mine, 'completed', { id: event.id }); });
        }

        function begin(mine, event) {
          if (run !== mine) return;
          view.show(event.phase, event.manual);
          var phase = {
            phase: event.phase,
            name: event.phase,
            continue: once(function () {
              if (run !== mine) return;
              mine.phase = event.phase;
              tell('onPhaseStarted', { name: event.phase, phase: event.phase, detectionRoi: region });
              step(mine, '/sdk.continue', { authorization: mine.authorization, phase: event.phase });
            })
          };
          var waits = (listeners.phaseStarting || []).length > 0 || typeof ui.onPhaseStarting === 'function';
          if (!waits) phase.continue();
          emit('phaseStarting', phase);
          tell('onPhaseStarting', phase);
        }

        function step(mine, path, body) {
          call(api + path, body).then(function (event) { take(mine, event); }, function (error) { lose(mine, error); });
        }

        function lose(mine, error) {
          end(mine, 'failed', { code: error.code || 'CONNECTION_LOST', message: String(error.message || error) });
        }

        function act(verb) {
          if (!run) return;
          // The event that follows is the answer to the call that waits.
          call(api + '/sdk.act', { authorization: run.authorization, do: verb }).catch(function () {});
        }

        this.on = function (name, listener) {
          (listeners[name] = listeners[name] || []).push(listener);
          return this;
        };
        this.off = function (name, listener) {
          listeners[name] = (listeners[name] || []).filter(function (known) { return known !== listener; });
          return this;
        };
        this.onVideoIDPhaseStarting = function (listener) { return this.on('phaseStarting', listener); };
        this.turnOn = function () { view.open(); return Promise.resolve(this.ui); };
        this.turnOff = function () { view.close(); return this; };
        this.destroy = function () { run = null; listeners = {}; view.close(); };
        this.cancel = function () { act('cancel'); };
        // A promise of the video, for pages that do not listen to completed and failed.
        this.start = function (start) {
          start = start || {};
          if (run) {
            var refusal = { code: 'IN_PROGRESS', message: 'The process is running already' };
            emit('failed', refusal);
            return quiet(Promise.reject(refusal));
          }
          var mine = run = { authorization: start.authorization };
          var promise = new Promise(function (resolve, reject) { mine.resolve = resolve; mine.reject = reject; });
          view.open();
          tell('onConnecting');
          authorize(mine).then(function () {
            if (run !== mine) return;
            tell('onConnected');
            step(mine, '/sdk.start', {
              authorization: mine.authorization, idType: start.idType, docType: start.docType,
              docTypes: start.docTypes, defaultId: start.defaultId,
              minSimilarityLevel: start.minSimilarityLevel, phases: true, product: product,
              process: product === 'videoid' ? process : undefined
            });
          }, function (error) { lose(mine, error); });
          return quiet(promise);
        };

        var process = attended ? 'Attended' : 'Unattended';

        function authorize(mine) {
          if (mine.authorization !== undefined || !(options.token || options.proxyEndpoint)) return Promise.resolve();
          return call(requestURL(options, product), { process: process }, options.token)
            .then(function (answer) { mine.authorization = answer.authorization; });
        }
      }

      // A proxy on the relying party's server may add the token; published pages give its base, as that of the API.
      function requestURL(options, product) {
        var base = trimmed(options.proxyEndpoint || options.eidApi || home);
        return /\.request$/.test(base) ? base : base + '/' + product + '.request';
      }

      // Pages that listen to failed need not handle the promise too.
      function quiet(promise) {
        promise.catch(function () {});
        return promise;
      }

      // Where the camera would look, in its pixels, and the picture that it did not take.
      var region = {
        p1: { x: 80, y: 60 }, p2: { x: 560, y: 60 }, p3: { x: 560, y: 420 }, p4: { x: 80, y: 420 }
      };
      var blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

      // What the page shows: the phase, and where a human decides the buttons of the person.
      function View(place, act) {
        var document = global.document;
        var target = typeof place === 'string' && document ? document.querySelector(place) : place;
        var box = null;

        this.open = function () {
          if (box || !target || !document) return;
          box = document.createElement('div');
          box.setAttribute('data-testid', 'eid-video');
          target.appendChild(box);
          this.show('Emulator: no camera is opened');
        };
        this.close = function () {
          if (box && box.parentNode) box.parentNode.removeChild(box);
          box = null;
        };
        this.show = function (text, isManual) {
          if (!box) return;
          box.textContent = '';
          box.style.cssText = 'display:flex;flex-wrap:wrap;gap:.5rem';
          var names = { FRONT: 'The front of the document', BACK: 'The back of the document', FACE: 'The face' };
          var words = document.createElement('p');
          words.style.cssText = 'flex:1 1 100%;margin:0';
          words.textContent = names[text] || text;
          box.appendChild(words);
          if (!isManual) return;
          [['show_' + text.toLowerCase(), 'Show it'], ['complete', 'Do all steps'], ['cancel', 'Cancel']]
            .forEach(function (choice) {
              var button = document.createElement('button');
              button.type = 'button';
              button.textContent = choice[1];
              button.setAttribute('data-testid', choice[0]);
              button.onclick = function () { act(choice[0]); };
              box.appendChild(button);
            });
        };
      }

      // The first version's style: a session with a token, which EID.videoId and its sisters share.
      function init(options) {
        common = options || {};
        var session = {
          start: function (start) { return new Process(common.element, {}, 'videoid').start(start); }
        };
        EID.start = session.start;
        return Promise.resolve(session);
      }

      var EID = global.EID || {};
      EID.isEmulator = true;
      EID.videoId = function (place, options) { return new Process(place, options, 'videoid'); };
      EID.videoIDAttended = function (place, options) { return new Process(place, options, 'videoid', true); };
      EID.smileId = function (place, options) { return new Process(place, options, 'smileid'); };
      EID.videoScan = function (place, options) { return new Process(place, options, 'videoscan'); };
      EID.init = init;
      global.EID = EID;
    })(typeof window !== 'undefined' ? window : globalThis);
    """#
}
