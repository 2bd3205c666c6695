# Runs OpenStack Swift with its S3 API in one folder, on four ports of this machine, until its input ends.
# Arguments: the folder, the four ports (S3, objects, containers, accounts), the user, its secret, the region.
import ctypes
import getpass
import os
import signal
import sys

# Loaded once, before the servers are forked.
import swift.account.server  # noqa: F401
import swift.common.middleware.catch_errors  # noqa: F401
import swift.common.middleware.memcache  # noqa: F401
import swift.common.middleware.s3api.s3api  # noqa: F401
import swift.common.middleware.tempauth  # noqa: F401
import swift.container.server  # noqa: F401
import swift.obj.mem_server  # noqa: F401
import swift.proxy.server  # noqa: F401
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi

folder, ports, user, secret, region = sys.argv[1], sys.argv[2:6], *sys.argv[6:9]
common = f'[DEFAULT]\nbind_ip = 127.0.0.1\nworkers = 0\nuser = {getpass.getuser()}\nswift_dir = {folder}\n'


def write(name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf8') as file:
        file.write(text)


write('swift.conf', '''[swift-hash]
swift_hash_path_suffix = suffix
swift_hash_path_prefix = prefix
[storage-policy:0]
name = one
default = yes
''')
# Otherwise the servers read /etc/swift, which a machine without Swift's own servers lacks.
set_swift_dir(folder)
reload_storage_policies()
os.makedirs(os.path.join(folder, 'devices/disk'), exist_ok=True)
for kind, app, port in zip(('object', 'container', 'account'), ('mem_object', 'container', 'account'), ports[1:]):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
    write(f'{kind}.conf', f'''{common}bind_port = {port}
devices = {folder}/devices
mount_check = false
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{app}
''')
write('proxy.conf', f'''{common}bind_port = {ports[0]}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = {region}
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
''')

PR_SET_PDEATHSIG = 1
children = []
for name in ('object', 'container', 'account', 'proxy'):
    child = os.fork()
    if child == 0:
        # A test that is killed leaves no servers behind.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        sys.exit(run_wsgi(os.path.join(folder, f'{name}.conf'), f'{name}-server'))
    children.append(child)
sys.stdin.read()
for child in children:
    os.kill(child, signal.SIGKILL)
