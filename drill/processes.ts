import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const lines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
};

/** Inodes of the sockets of this machine that are bound to a local port. */
function inodesOf(port: number): Set<string> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const found = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(lines).flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    return fields[1]?.endsWith(`:${wanted}`) ? [`socket:[${fields[9]}]`] : [];
  });
  return new Set(found);
}

function holdsOne(pid: number, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return inodes.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Which of these processes has the connection with this local port; undefined where the system does not tell. */
export function ownerOfPort(port: number, pids: readonly number[]): number | undefined {
  const inodes = inodesOf(port);
  return pids.find((pid) => holdsOne(pid, inodes));
}

/** The processes that a process started, as far as the system tells. */
export function childrenOf(pid: number): number[] {
  let all: string[];
  try {
    all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return all.map(Number).filter((one) => {
    try {
      const text = readFileSync(`/proc/${one}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    } catch {
      return false;
    }
  });
}

/** A signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

export function freeze(pid: number | undefined): { thaw(): void } | undefined {
  if (pid === undefined || !signal(pid, 'SIGSTOP')) return undefined;
  return { thaw: () => void signal(pid, 'SIGCONT') };
}
