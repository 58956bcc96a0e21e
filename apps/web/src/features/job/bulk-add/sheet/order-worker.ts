import type { OrderField } from '@darkroom/domain/order-sheet/fields';
import type { Step } from '../../../../lib/sheet-file/open-grids.ts';
import { openFile, openText, type Opened } from './read-orders.ts';
import { makeLeftOut, type LeftOutRow, type LeftOutWords } from './left-out-sheet.ts';
import { makeTemplate, type TemplateWords } from './template.ts';

export type FileRequest =
  | { readonly kind: 'template'; readonly words: TemplateWords }
  | {
      readonly kind: 'left_out';
      readonly words: LeftOutWords;
      readonly fields: readonly OrderField[];
      readonly rows: readonly LeftOutRow[];
    };

/** Request of the page. Each worker handles one request. */
export type WorkerRequest =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | FileRequest;

export type WorkerAnswer =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'made'; readonly bytes: Uint8Array<ArrayBuffer> };

const answer = (message: WorkerAnswer) => postMessage(message);
const onStep = (step: Step) => answer({ kind: 'step', step });

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void serve(data));

async function serve(data: WorkerRequest): Promise<void> {
  switch (data.kind) {
    case 'file': {
      const bytes = new Uint8Array(await data.file.arrayBuffer());
      return answer({ kind: 'opened', opened: await openFile(bytes, { name: data.file.name, onStep }) });
    }
    case 'text':
      return answer({ kind: 'opened', opened: openText(data.text, onStep) });
    case 'template':
      return answer({ kind: 'made', bytes: await makeTemplate(data.words) });
    case 'left_out':
      return answer({ kind: 'made', bytes: await makeLeftOut(data.words, data.fields, data.rows) });
    default: {
      const never: never = data;
      throw new Error(String(never));
    }
  }
}
