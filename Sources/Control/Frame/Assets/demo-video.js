// The relying party's page while a person is filmed: runs the provider's web SDK, and tells the server when it is over.
const place = document.getElementById('video');
const form = document.getElementById('over');

function over(name, value) {
  const input = form.querySelector('input');
  input.name = name;
  input.value = value;
  form.submit();
}

if (place && window.EID) {
  const process = EID.videoId('#video', { lang: 'en' });
  process.on('completed', (video) => over('completed', video.id));
  process.on('failed', (error) => over('failed', error.code));
  process.turnOn();
  process.start({ authorization: place.dataset.authorization, idType: 62, minSimilarityLevel: 'Low' });
}
