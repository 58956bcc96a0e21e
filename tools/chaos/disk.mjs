import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts a small separate disk that can be filled, at a path that every account can reach. Returns null if mounting is
 * not possible, because it needs root on Linux.
 */
export function mountDisk(megabytes) {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-disk-'));
  chmodSync(folder, 0o755);
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder];
  if (process.getuid?.() !== 0 || spawnSync('mount', options).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  let timer;
  return {
    folder,
    /** Takes all free space, and later free space too, until `empty`. */
    fill: () => {
      fillFreeSpace(ballast);
      timer = setInterval(() => fillFreeSpace(ballast), 50);
    },
    empty: () => {
      clearInterval(timer);
      rmSync(ballast, { force: true });
    },
    unmount: () => {
      clearInterval(timer);
      if (spawnSync('umount', [folder]).status !== 0) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes in ever smaller pieces until the disk is full. */
function fillFreeSpace(file) {
  const output = openSync(file, 'a');
  try {
    for (let piece = 1 << 20; piece >= 1; piece = piece > 4096 ? piece >> 1 : piece === 1 ? 0 : 1) {
      const bytes = Buffer.alloc(piece);
      try {
        while (writeSync(output, bytes) > 0);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(output);
  }
}
