import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's `recursive` never returns for a folder that refuses entries (/proc, some automounts).
 */
export function createFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(folder)) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || isFolder(parent)) throw error;
    createFolder(parent, mode);
    createFolder(folder, mode);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
