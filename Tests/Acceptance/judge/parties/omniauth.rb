# OmniAuth's strategy for OpenID Connect in a Rack application, as its README has it.

require "json"
require "logger"
require "omniauth_openid_connect"
require "rack/handler/webrick"
require "rack/protection"
require "webrick"

# Who fails is sent to /auth/failure, and sees no error of a developer's.
ENV["RACK_ENV"] = "production"

server = WEBrick::HTTPServer.new(
  BindAddress: "127.0.0.1", Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
)
url = "http://localhost:#{server.config[:Port]}"

# Discovery by http, since the emulator is on this machine.
SWD.url_builder = URI::HTTP
OmniAuth.config.logger = Logger.new(File::NULL)

pages = lambda do |env|
  request = Rack::Request.new(env)
  session = request.session
  case request.path
  when "/login"
    token = Rack::Protection::AuthenticityToken.token(session)
    form = "<form method=post action=/auth/criipto><input type=hidden name=authenticity_token value='#{token}'></form>"
    [200, { "Content-Type" => "text/html" }, ["<body onload='document.forms[0].submit()'>#{form}"]]
  when "/auth/criipto/callback"
    session["user"] = env["omniauth.auth"].uid
    [303, { "Location" => "/me" }, []]
  when "/me"
    user = session["user"]
    [user ? 200 : 401, { "Content-Type" => "text/html" }, [user ? "Welcome #{user}" : "Nobody is logged in"]]
  when "/auth/failure"
    [403, { "Content-Type" => "text/html" }, ["Not logged in: #{Rack::Utils.escape_html(request.params["message"])}"]]
  else
    [404, {}, ["Nothing is here"]]
  end
end

app = Rack::Builder.new do
  use Rack::Session::Cookie, secret: "a secret of this test" * 4
  use OmniAuth::Builder do
    provider :openid_connect,
      name: :criipto, issuer: "#{ARGV[0]}/criipto", discovery: true, scope: [:openid], response_type: :code,
      uid_field: "sub", acr_values: "urn:grn:authn:dk:mitid:substantial",
      client_options: { identifier: "judged", secret: "demo-secret", redirect_uri: "#{url}/auth/criipto/callback" }
  end
  run pages
end

server.mount "/", Rack::Handler::WEBrick, app.to_app
trap("TERM") { server.shutdown }
client = { secret: "demo-secret", redirect_uris: ["#{url}/auth/criipto/callback"] }
library = "omniauth_openid_connect #{OmniAuth::OpenIDConnect::VERSION}"
puts JSON.generate(library: library, login: "#{url}/login", profile: "#{url}/me", client: client)
$stdout.flush
server.start
