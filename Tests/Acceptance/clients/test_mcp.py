"""Coding agents steer the emulator: eidolon mcp, by the protocol's own client, and line by line where that says too little."""

import asyncio
import json
import subprocess

import jsonschema
import pytest
import requests
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from program import Program, clean_environment


@pytest.fixture(scope="module")
def emulator(eidolon):
    with Program(eidolon, "--strict") as running:
        yield running


def with_agent(eidolon, http: str, story, *options: str, mode: str = "auto", **environment: str):
    """What the story gets from a connected client."""

    async def connected():
        parameters = StdioServerParameters(
            command=str(eidolon), args=["mcp", *options], env=clean_environment(EIDOLON_SERVER=http, **environment)
        )
        async with Client(stdio_client(parameters), mode=mode) as client:
            return await story(client)

    return asyncio.run(asyncio.wait_for(connected(), 30))


def text(result) -> str:
    (content,) = result.content
    return content.text


def log_in(sandbox: str, **more: str) -> requests.Response:
    asked = {
        "client_id": "EIDOLON_TEST",
        "response_type": "code",
        "scope": "openid service:EIDOLON_LOGIN",
        "redirect_uri": "http://localhost:9000/cb",
        "nonce": "Zk3-x_7Yq2",
    }
    return requests.get(f"{sandbox}/itsme/oidc/authorize", params=asked | more, allow_redirects=False, timeout=10)


# Both ways of the protocol to begin: with a version in each request, and with a handshake.
@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_an_agent_arms_a_story_asks_what_was_wrong_and_judges(eidolon, emulator, mode, version):
    async def story(client):
        assert client.protocol_version == version and "getFindings" in client.instructions
        made = await client.call_tool("postSandboxes", {"name": f"agent-{mode}", "clock": {"mode": "frozen"}})
        root = json.loads(text(made))["urls"]["root"]
        here = {"sandbox": f"agent-{mode}"}
        await client.call_tool("postQueue", {"scenario": "itsme/reject"} | here)
        assert "error=access_denied" in log_in(root).headers["Location"]
        (finding,) = json.loads(text(await client.call_tool("getFindings", here)))["findings"]
        assert finding["rule"] == "itsme.state-missing" and "compare it in the callback" in finding["fix"]
        await client.call_tool("postSaw", {"saw": "refused", "words": "Login failed"} | here)
        (judged,) = json.loads(text(await client.call_tool("postSettle", here)))["judged"]
        assert (judged["scenario"], judged["result"]) == ("itsme/reject", "met")
        (login,) = json.loads(text(await client.call_tool("getTransactions", {"provider": "itsme"} | here)))["transactions"]
        one = json.loads(text(await client.call_tool("getTransactionsId", {"id": login["id"]} | here)))
        assert one["id"] == login["id"]
        assert text(await client.call_tool("deleteSandboxesName", {"name": f"agent-{mode}"})) == "Done."
        # The root still tells of it.
        ended = json.loads(text(await client.call_tool("getFindings", here)))
        assert [finding["sandbox"] for finding in ended["findings"]] == [f"agent-{mode}"]

    with_agent(eidolon, emulator.http, story, mode=mode)


def test_the_tools_are_the_calls_of_the_control_plane(eidolon, emulator):
    async def story(client):
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in with_agent(eidolon, emulator.http, story)}
    document = requests.get(f"{emulator.http}/_eidolon/openapi.json", timeout=10).json()
    operations = {
        operation["operationId"]: operation for path in document["paths"].values() for operation in path.values()
    }
    # Streams, certificates, figures and the description itself are not answers in JSON; what replicas ask of each other is for them alone.
    assert set(operations) - set(tools) == {
        "getEvents", "getCaPem", "getForeignCertPem", "getMetrics", "getOpenapiJson", "getReplica",
    }
    for name, tool in tools.items():
        assert tool.description == operations[name]["summary"]
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        known = {parameter["name"] for parameter in operations[name].get("parameters", []) if parameter["in"] != "header"}
        assert known <= set(tool.input_schema["properties"])
        assert json.dumps(tool.input_schema).count('"$ref"') == json.dumps(tool.input_schema).count("#/$defs/")
    assert tools["getFindings"].annotations.read_only_hint and tools["deleteJournal"].annotations.destructive_hint
    jsonschema.validate({"scenario": "itsme/reject", "sandbox": "t1"}, tools["postQueue"].input_schema)
    verify = tools["postVerify"].input_schema
    jsonschema.validate({"request": {"params": {"state": {"like": "a*"}}}, "count": {"exactly": 1}}, verify)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"request": {"params": {"state": {"lik": "a*"}}}, "count": {"exactly": 1}}, verify)


def test_an_agent_is_told_what_is_wrong_and_what_comes_closest(eidolon, emulator):
    async def story(client):
        for call, arguments, said in [
            ("postQueue", {"scenario": "itsme/rejct"}, "itsme/reject"),
            ("postQueue", {"scenaro": "itsme/reject"}, 'does not accept an argument "scenaro"; did you mean "scenario"?'),
            ("getTransactionsId", {}, 'getTransactionsId needs the argument "id"'),
            ("getFindings", {"limit": {"most": 3}}, '"limit" is a text or a number'),
            ("getQueue", {"sandbox": "nobody"}, "There is no sandbox"),
            ("getTransactionsId", {"id": "../world"}, "no "),
        ]:
            answer = await client.call_tool(call, arguments)
            assert answer.is_error and said in text(answer), text(answer)
        with pytest.raises(MCPError, match="closest: .*getFindings"):
            await client.call_tool("getFinding", {})

    with_agent(eidolon, emulator.http, story)


def test_an_agent_without_a_server_is_told_how_to_start_one(eidolon):
    async def story(client):
        answer = await client.call_tool("getFindings", {})
        assert answer.is_error and 'Start a server with "eidolon serve"' in text(answer)

    with_agent(eidolon, "http://127.0.0.1:1", story)


def test_the_usual_sandbox_and_the_token_are_options(eidolon):
    async def story(client):
        assert json.loads(text(await client.call_tool("getClock", {})))["mode"] == "frozen"
        assert json.loads(text(await client.call_tool("getClock", {"sandbox": ""})))["mode"] == "real"
        # Of a sandbox itself; the root would say whose they are.
        (finding,) = json.loads(text(await client.call_tool("getFindings", {})))["findings"]
        assert "sandbox" not in finding

    with Program(eidolon, "--control-token", "secret") as running:
        order = {"name": "usual", "clock": {"mode": "frozen"}}
        headers = {"Authorization": "Bearer secret"}
        requests.post(f"{running.http}/_eidolon/sandboxes", json=order, headers=headers, timeout=10).raise_for_status()
        log_in(f"{running.http}/~usual")
        with_agent(eidolon, running.http, story, "--sandbox", "usual", "--token", "secret")


def lines(eidolon, *messages: str) -> list:
    done = subprocess.run(
        [str(eidolon), "mcp"], input="\n".join(messages), capture_output=True, text=True, timeout=20, env=clean_environment()
    )
    assert done.returncode == 0 and not done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(method: str, **parameters) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})


def test_each_version_is_answered_and_an_unknown_one_gets_the_newest(eidolon):
    answers = lines(
        eidolon, *[request("initialize", protocolVersion=version) for version in ("2024-11-05", "2025-06-18", "2099-01-01")]
    )
    assert [answer["result"]["protocolVersion"] for answer in answers] == ["2024-11-05", "2025-06-18", "2025-11-25"]
    (refused,) = lines(eidolon, request("tools/list", _meta={"io.modelcontextprotocol/protocolVersion": "2099-01-01"}))
    assert refused["error"]["code"] == -32022
    assert refused["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2099-01-01"}


def test_what_is_no_request_gets_the_errors_of_json_rpc_and_the_rest_goes_on(eidolon):
    answers = lines(
        eidolon,
        "{",
        "[]",
        '{"id": 1, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": null, "method": "ping"}',
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        '{"jsonrpc": "2.0", "id": 7, "result": {}}',
        "",
        request("resources/list"),
        request("tools/call"),
        request("tools/list", cursor="2"),
        '[{"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/cancelled"}]',
        '{"jsonrpc": "2.0", "id": 2, "method": "ping"}',
    )
    codes = [answer["error"]["code"] if "error" in answer else answer for answer in answers[:7] if isinstance(answer, dict)]
    assert codes == [-32700, -32600, -32600, -32600, -32601, -32602, -32602]
    assert answers[7:] == [[{"jsonrpc": "2.0", "id": "a", "result": {}}], {"jsonrpc": "2.0", "id": 2, "result": {}}]
