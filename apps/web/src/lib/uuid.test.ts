import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newUuid } from './uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it.each(['secure', 'plain http'])('a UUID has version 4 and is unique: %s', (page) => {
  const { crypto } = globalThis;
  if (page === 'plain http')
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  const uuids = Array.from({ length: 20 }, newUuid);
  expect(new Set(uuids).size).toBe(20);
  for (const uuid of uuids) expect(z.uuidv4().safeParse(uuid).success).toBe(true);
});
