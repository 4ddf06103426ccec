"""A mail server that reads each mail by Python's own parser, and writes what it saw to standard output.

Arguments: address, port, and a certificate with its key for a server that asks for STARTTLS and a
login. What it says depends on the name before the @: see Handler and Server.
"""

import asyncio
import email
import email.header
import email.policy
import email.utils
import json
import re
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

USER, PASSWORD = b"smallprint", b"s/ecret#1"
seen = set()


def is_first(name):
    """Return whether this name is asked about for the first time."""
    was_seen = name in seen
    seen.add(name)
    return not was_seen


def name_of(address):
    return address.split("@")[0]


def tell(**what):
    print(json.dumps(what), flush=True)


def from_name(data):
    """Return the sender's name. Python's newer parser leaves blanks between encoded words (gh-92081)."""
    raw = email.message_from_bytes(data)["from"]
    name = email.utils.parseaddr(" ".join(raw.split()))[0]
    return str(email.header.make_header(email.header.decode_header(name)))


def describe(data):
    """Return a mail's parts, as Python's parser reads them, and what is wrong with it."""
    mail = email.message_from_bytes(data, policy=email.policy.default)
    parts = list(mail.walk())
    faults = [repr(fault) for part in parts for fault in part.defects]
    faults += [f"{name}: {fault!r}" for name, value in mail.items() for fault in value.defects]
    sender = mail["from"].addresses
    lines = data.split(b"\r\n")
    return {
        "fromName": from_name(data),
        "from": sender[0].addr_spec,
        "authors": len(sender),
        "replyTo": mail["reply-to"].addresses[0].addr_spec,
        "subject": str(mail["subject"]),
        "headers": [[name.lower(), " ".join(str(value).split())] for name, value in mail.items()],
        "text": mail.get_body(("plain",)).get_content().replace("\r\n", "\n"),
        "html": mail.get_body(("html",)).get_content().replace("\r\n", "\n"),
        "faults": faults,
        "longestLine": max(len(line) for line in lines),
        "looseBreaks": len(re.findall(rb"[\r\n]", b"".join(lines))),
    }


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = name_of(address)
        if name == "gone":
            return "550 5.1.1 No such user"
        if name == "busy" and is_first(name):
            return "450 4.2.1 Busy"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        name = name_of(envelope.rcpt_tos[0])
        if name == "unwanted" and is_first(name):
            return "554 5.7.1 Not this text"
        by = "TLS" if session.ssl else "plain"
        tell(to=envelope.rcpt_tos, sender=envelope.mail_from, by=by, **describe(envelope.content))
        if name == "late" and is_first(name):
            server.transport.abort()
        return "250 2.0.0 Taken"


class Server(SMTP):
    async def smtp_DATA(self, arg):
        name = name_of((self.envelope.rcpt_tos or [""])[0])
        if name != "cut" or not is_first(name):
            return await super().smtp_DATA(arg)
        await self.push("354 Go on")
        await self._reader.readline()
        self.transport.abort()


def authenticate(server, session, envelope, mechanism, data):
    is_right = (data.login, data.password) == (USER, PASSWORD)
    tell(login=is_right)
    return AuthResult(success=is_right)


class OwnController(Controller):
    def factory(self):
        return Server(self.handler, **self.SMTP_kwargs)


host, port, *files = sys.argv[1:]
options = {}
if files:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    options = {"tls_context": context, "require_starttls": True, "auth_required": True}
OwnController(
    Handler(), hostname=host, port=int(port), authenticator=authenticate, ident="test", **options
).start()
tell(listening=int(port))
asyncio.new_event_loop().run_forever()
