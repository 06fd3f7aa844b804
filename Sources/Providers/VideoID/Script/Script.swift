import HTTP
import ProviderKit

extension VideoID {
  /// `js/videoid.js` and its variants: our own small web SDK, the same under each name (§1.2 #26, §1.5 #30, #31).
  func script(_ call: Call) -> Outcome {
    let response = prepared.answer("script", version: 0) {
      var response = Response(
        .ok, headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"],
        body: Array(WebSDK.text.utf8))
      response.headers.append("X-Content-Type-Options", "nosniff")
      VideoID.crossOrigin.allow(&response)
      return response
    }
    return .answer(Answer(response))
  }
}
