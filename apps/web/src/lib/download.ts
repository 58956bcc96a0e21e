import type { Endpoint, InputOf } from '@darkroom/contract/endpoint';
import { ApiError, request } from './api/api.ts';
import { markServerUnreachable } from './api/connection.ts';

export interface DownloadProgress {
  /** Number of rows in the file, which the server sends at the start. */
  rows: number;
  bytes: number;
}

export interface DownloadedFile extends DownloadProgress {
  name: string;
}

/**
 * Downloads a file and saves it under the server's name. Reports the received amount. `signal` stops the download and the server's work.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
): Promise<DownloadedFile> {
  const response = await request(endpoint, input, { signal });
  const rows = Number(response.headers.get('x-total-rows'));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? endpoint.name;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body!.getReader();
  onProgress({ rows, bytes });
  for (;;) {
    const { value, done } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      markServerUnreachable();
      throw new ApiError(0, { type: 'about:blank', title: '', status: 0, code: 'unavailable' });
    });
    if (done) break;
    parts.push(value);
    bytes += value.length;
    onProgress({ rows, bytes });
  }
  saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
  return { name, rows, bytes };
}

/** Delay for a browser that first shows a dialog for the folder. */
const REVOKE_AFTER_MS = 60_000;

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
