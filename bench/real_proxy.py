"""nginx or HAProxy in front of a server, set up to report clients' round trips (docs/explain/fair-race.md)."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path

HEADER = "X-Client-RTT"
NGINX = """
daemon off;
master_process off;
user root root;
pid {folder}/nginx.pid;
error_log stderr error;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
  server {{
    listen {host}:{port} backlog=4096;
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header {header} $tcpinfo_rtt;
    }}
  }}
}}
"""
HAPROXY = """
global
  maxconn 8192
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend parlour
  bind {host}:{port} backlog 4096
  http-request set-header X-Forwarded-For %[src]
  http-request set-header {header} %[fc_rtt(us)]
  default_backend purrlor
backend purrlor
  server one 127.0.0.1:{behind}
"""


def available(kind: str) -> bool:
    return shutil.which(kind, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") is not None


def start(kind: str, folder: Path, host: str, behind: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start the proxy in front of port `behind`; return its process and the port on which it listens."""
    with socket.socket() as free:
        free.bind((host, 0))
        port = int(free.getsockname()[1])
    file = folder / f"{kind}.conf"
    template = NGINX if kind == "nginx" else HAPROXY
    file.write_text(template.format(folder=folder, host=host, port=port, behind=behind, header=HEADER))
    options = ["-c", str(file), "-p", str(folder)] if kind == "nginx" else ["-db", "-f", str(file)]
    program = shutil.which(kind, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") or kind
    process = subprocess.Popen([program, *options])
    while True:
        with socket.socket() as visitor:
            if visitor.connect_ex((host, port)) == 0:
                return process, port
        if process.poll() is not None:
            raise SystemExit(f"{kind} ended with code {process.returncode}")
