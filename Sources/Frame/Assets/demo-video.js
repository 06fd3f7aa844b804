// The relying party's page while a person is filmed: runs the provider's web SDK, and tells the server when it is over.
const video = document.getElementById('video');
const form = document.getElementById('over');

function over(name, value) {
  const input = form.querySelector('input');
  input.name = name;
  input.value = value;
  form.submit();
}

if (video && window.EID) {
  const process = EID.videoId('#video', { lang: 'en' });
  process.on('completed', (result) => over('completed', result.id));
  process.on('failed', (error) => over('failed', error.code));
  process.turnOn();
  process.start({ authorization: video.dataset.authorization, idType: 62, minSimilarityLevel: 'Low' });
}
