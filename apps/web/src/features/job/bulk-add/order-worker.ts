import type { Step } from '../../../lib/sheet-file/open-grids.ts';
import { openFile, openText, type Opened } from './read-orders.ts';
import { makeTemplate, type TemplateWords } from './template.ts';

/** What the page asks of the worker: one request, then the worker is done with. */
export type WorkerRequest =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'template'; readonly words: TemplateWords };

export type WorkerAnswer =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'template'; readonly bytes: Uint8Array<ArrayBuffer> };

const answer = (message: WorkerAnswer) => postMessage(message);
const onStep = (step: Step) => answer({ kind: 'step', step });

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void serve(data));

async function serve(data: WorkerRequest): Promise<void> {
  switch (data.kind) {
    case 'file': {
      const bytes = new Uint8Array(await data.file.arrayBuffer());
      return answer({ kind: 'opened', opened: await openFile(bytes, onStep) });
    }
    case 'text':
      return answer({ kind: 'opened', opened: openText(data.text, onStep) });
    case 'template':
      return answer({ kind: 'template', bytes: await makeTemplate(data.words) });
    default: {
      const never: never = data;
      throw new Error(String(never));
    }
  }
}
