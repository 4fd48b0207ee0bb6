"""Everything a Mosquitto needs for a game night: its config, who may say what, passwords and certificates.

And for every table a few lines for its ``companion.toml``. Writing again adds tables and names of the broker, and never
takes away what tables already use.
"""

import base64
import datetime
import hashlib
import ipaddress
import os
import secrets
import tomllib
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import ConfigError
from companion.network.homeassistant import ROOT as HOME_ASSISTANT
from companion.network.topics import ACK, BUTTON, CHECKPOINT, JOURNAL, ROOT, STATUS, VIEW, is_name

HUB_USER = "hub"
DAYS = 3650
ITERATIONS = 101
"""As many as mosquitto_passwd uses: a broker checks hundreds of logins within a moment after a power cut."""

ITSELF = (x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
"""To programs on its own machine the broker is always this."""

ACL = f"""# Who may say and hear what. A table's user name is its name, and %u stands for it.
{"".join(f"pattern write {ROOT}/%u/{part}{chr(10)}" for part in (JOURNAL, VIEW, STATUS, CHECKPOINT, BUTTON))}\
pattern read {ROOT}/%u/{ACK}
pattern write {HOME_ASSISTANT}/+/%u/+/config

# The hub hears all tables and answers each one.
user {HUB_USER}
topic read {ROOT}/#
topic write {ROOT}/+/{ACK}

# Home Assistant, if you use it, only listens.
user homeassistant
topic read {ROOT}/#
topic read {HOME_ASSISTANT}/#
topic write {HOME_ASSISTANT}/status
"""

CONFIG = """# Mosquitto for a game night; belongs into /etc/mosquitto/conf.d
per_listener_settings false
listener {port}
allow_anonymous false
# Nobody can throw out another table by taking its name.
use_username_as_clientid true
password_file {folder}/passwords
acl_file {folder}/acl
cafile {folder}/ca.crt
certfile {folder}/broker.crt
keyfile {folder}/broker.key
max_packet_size 1000000
max_queued_messages 10000
persistence false
"""
"""Nothing needs to outlive the broker: what it forgets, the tables say again."""

SNIPPET = """# For this table's companion.toml; ca.crt goes beside it.
[network]
broker = "mqtts://{host}:{port}"
table = "{name}"
user = "{name}"
password = "{password}"
ca = "ca.crt"
"""


def write_all(folder: Path, tables: Sequence[str], host: str, port: int, installed: str = "") -> None:
    """Write everything for these tables and a broker reached as ``host``; ``installed`` is where it will lie there."""
    wrong = next((name for name in tables if not is_name(name) or name in (HUB_USER, "homeassistant")), None)
    if wrong is not None:
        raise ConfigError(f"{wrong!r} cannot be a table's name; write small letters, digits and hyphens.")
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        _certificates(folder, host)
        where = installed or str(folder.resolve())
        (folder / "companion.conf").write_text(CONFIG.format(folder=where, port=port), "utf-8")
        (folder / "acl").write_text(ACL, "utf-8")
        passwords = {name: _password(folder / "tables" / f"{name}.toml", name, host, port) for name in tables}
        passwords[HUB_USER] = _secret(folder / "hub.password")
        passwords["homeassistant"] = _secret(folder / "homeassistant.password")
        _add_passwords(folder / "passwords", passwords)
    except OSError as error:
        raise ConfigError(f"{str(folder)!r} cannot be written ({error}); choose another folder.") from None
    except (KeyError, ValueError) as error:
        raise ConfigError(
            f"A file in {str(folder)!r} is damaged ({error}); mend it, or choose another folder."
        ) from None


def _password(path: Path, name: str, host: str, port: int) -> str:
    """The table's password: the one it has, or a new one; its file says where the broker is now."""
    kept = tomllib.loads(path.read_text("utf-8"))["network"]["password"] if path.exists() else ""
    password = str(kept) or secrets.token_urlsafe(18)
    _write_secret(path, SNIPPET.format(host=host, port=port, name=name, password=password))
    return password


def _secret(path: Path) -> str:
    if not path.exists():
        _write_secret(path, secrets.token_urlsafe(18) + "\n")
    return path.read_text("utf-8").strip()


def _write_secret(path: Path, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


def _add_passwords(path: Path, passwords: dict[str, str]) -> None:
    known = dict(line.split(":", 1) for line in path.read_text("utf-8").splitlines()) if path.exists() else {}
    for name, password in passwords.items():
        known.setdefault(name, password_hash(password))
    _write_secret(path, "".join(f"{name}:{hashed}\n" for name, hashed in known.items()))


def password_hash(password: str) -> str:
    """A password as Mosquitto keeps it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(12)
    hashed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(hashed).decode()}"


# ---------------------------------------------------------------------------------------------- certificates


def _certificates(folder: Path, host: str) -> None:
    """A certificate authority of our own, made once, and a certificate for the broker under every name it ever had."""
    pem = serialization.Encoding.PEM
    if not (folder / "ca.key").exists():
        key, name = ec.generate_private_key(ec.SECP256R1()), _name(f"Game night {secrets.token_hex(4)}")
        made = (
            _builder(name, name, key)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(sign_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        _write_secret(folder / "ca.key", _private(key))
        (folder / "ca.crt").write_bytes(made.public_bytes(pem))
        (folder / "broker.crt").unlink(missing_ok=True)
    known = _known_names(folder / "broker.crt")
    wanted = [name for name in (_general_name(host), *ITSELF) if name not in known]
    if wanted:
        _certify(folder, [*wanted, *known])


def _certify(folder: Path, names: Sequence[x509.GeneralName]) -> None:
    """Sign a certificate for the broker with our own authority."""
    authority = x509.load_pem_x509_certificate((folder / "ca.crt").read_bytes())
    authority_key = serialization.load_pem_private_key((folder / "ca.key").read_bytes(), None)
    assert isinstance(authority_key, ec.EllipticCurvePrivateKey)
    broker_key = ec.generate_private_key(ec.SECP256R1())
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    broker = (
        _builder(_name(str(names[0].value)), authority.subject, broker_key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(sign_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(identifier, critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write_secret(folder / "broker.key", _private(broker_key))
    (folder / "broker.crt").write_bytes(broker.public_bytes(serialization.Encoding.PEM))


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A Pi without a clock may be a day behind when it starts.
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=DAYS))
    )


def _usage(sign_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_certificates, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, key_cert_sign=sign_certificates, crl_sign=sign_certificates,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _known_names(path: Path) -> list[x509.GeneralName]:
    """The names in the broker's certificate; none without one."""
    if not path.exists():
        return []
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return list(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _private(key: ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
