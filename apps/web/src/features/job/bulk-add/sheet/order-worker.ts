import type { OrderField } from '@darkroom/domain/order-sheet/fields';
import type { OpeningStep } from '../../../../lib/sheet-file/open-grids.ts';
import { openFile, openText, type OpenedFile } from './read-orders.ts';
import { buildLeftOutWorkbook, type LeftOutRow, type LeftOutTexts } from './left-out-sheet.ts';
import { buildTemplate, type TemplateTexts } from './template.ts';

export type FileRequest =
  | { readonly kind: 'template'; readonly words: TemplateTexts }
  | {
      readonly kind: 'left_out';
      readonly words: LeftOutTexts;
      readonly fields: readonly OrderField[];
      readonly rows: readonly LeftOutRow[];
    };

/** Request of the page. Each worker handles one request. */
export type WorkerRequest =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | FileRequest;

export type WorkerResponse =
  | { readonly kind: 'step'; readonly step: OpeningStep }
  | { readonly kind: 'opened'; readonly opened: OpenedFile }
  | { readonly kind: 'made'; readonly bytes: Uint8Array<ArrayBuffer> };

const postResponse = (message: WorkerResponse) => postMessage(message);
const postStep = (step: OpeningStep) => postResponse({ kind: 'step', step });

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void handleRequest(data));

async function handleRequest(data: WorkerRequest): Promise<void> {
  switch (data.kind) {
    case 'file': {
      const bytes = new Uint8Array(await data.file.arrayBuffer());
      return postResponse({
        kind: 'opened',
        opened: await openFile(bytes, { name: data.file.name, onStep: postStep }),
      });
    }
    case 'text':
      return postResponse({ kind: 'opened', opened: openText(data.text, postStep) });
    case 'template':
      return postResponse({ kind: 'made', bytes: await buildTemplate(data.words) });
    case 'left_out':
      return postResponse({ kind: 'made', bytes: await buildLeftOutWorkbook(data.words, data.fields, data.rows) });
    default: {
      const never: never = data;
      throw new Error(String(never));
    }
  }
}
