/// The text of the web SDK: the documented surface, over the simulated SDK of this emulator.
///
/// It opens no camera: the person acts as the scenario says, or by the buttons that it shows where a human decides.
enum WebSDK {
  static let text = #"""
    // Eidolon's stand-in for the VideoID web SDK. It is an emulator: it opens no camera and proves nothing.
    //
    //   const videoId = EID.videoId('#video', { lang: 'en' });      // also videoIDAttended, smileId, videoScan
    //   videoId.on('phaseStarting', (phase) => phase.continue());   // FRONT, BACK, FACE
    //   videoId.on('completed', (video) => video.id);
    //   videoId.on('failed', (error) => error.code);
    //   videoId.turnOn();
    //   videoId.start({ authorization, idType: 62, minSimilarityLevel: 'Low' });
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

      // One process: events go to its listeners, and completed or failed comes exactly once for each start.
      function Process(place, options, product, attended) {
        options = options || {};
        var api = trimmed(options.eidApi || home);
        var listeners = {};
        var run = null;
        var view = new View(place, function (verb) { act(verb); });

        function emit(name, value) {
          (listeners[name] || []).slice().forEach(function (listener) { listener(value); });
        }

        function end(mine, name, value) {
          if (run !== mine) return;
          run = null;
          view.show(name === 'completed' ? 'Completed' : 'Not completed: ' + value.code);
          emit(name, value);
        }

        function take(mine, event) {
          if (run !== mine) return;
          if (event.event === 'completed') return end(mine, 'completed', { id: event.id });
          if (event.event === 'failed') return end(mine, 'failed', { code: event.code, message: event.message });
          var isTaken = false;
          view.show(event.phase, event.manual);
          var phase = {
            phase: event.phase,
            name: event.phase,
            continue: function () {
              if (isTaken || run !== mine) return;
              isTaken = true;
              step(mine, '/sdk.continue', { authorization: mine.authorization, phase: event.phase });
            }
          };
          if ((listeners.phaseStarting || []).length === 0) phase.continue();
          emit('phaseStarting', phase);
        }

        function step(mine, path, body) {
          call(api + path, body).then(
            function (event) { take(mine, event); },
            function (error) {
              end(mine, 'failed', { code: error.code || 'CONNECTION_LOST', message: String(error.message || error) });
            });
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
        this.turnOn = function () { view.open(); return this; };
        this.turnOff = function () { view.close(); return this; };
        this.destroy = function () { run = null; listeners = {}; view.close(); };
        this.cancel = function () { act('cancel'); };
        this.start = function (start) {
          start = start || {};
          var mine = { authorization: start.authorization };
          if (run) {
            emit('failed', { code: 'IN_PROGRESS', message: 'The process is running already' });
            return this;
          }
          run = mine;
          view.open();
          step(mine, '/sdk.start', {
            authorization: start.authorization, idType: start.idType, docType: start.docType,
            docTypes: start.docTypes, defaultId: start.defaultId,
            minSimilarityLevel: start.minSimilarityLevel, phases: true, product: product,
            process: attended ? 'Attended' : undefined
          });
          return this;
        };
      }

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
          var words = document.createElement('p');
          words.textContent = text;
          box.appendChild(words);
          if (!isManual) return;
          [['show_' + text.toLowerCase(), 'Show it'], ['complete', 'Show everything'], ['cancel', 'Cancel']]
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

      // The first version's style: a session with a token, whose start is a promise.
      function init(options) {
        options = options || {};
        var api = trimmed(options.eidApi || home);
        var session = {
          start: function (start) {
            start = start || {};
            var url = options.proxyEndpoint ? options.proxyEndpoint : api + '/videoid.request';
            return call(url, { process: 'Unattended' }, options.token).then(function (answer) {
              return new Promise(function (resolve, reject) {
                var process = new Process(options.element, { eidApi: api, lang: options.lang }, 'videoid');
                process.on('completed', resolve).on('failed', reject);
                process.start({
                  authorization: answer.authorization, idType: start.idType,
                  minSimilarityLevel: start.minSimilarityLevel
                });
              });
            });
          }
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
