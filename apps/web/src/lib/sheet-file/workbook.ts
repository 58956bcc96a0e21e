import { openArchive, type Archive } from './archive.ts';
import { MAX_UNPACKED_BYTES, type FileError } from './limits.ts';
import { readWorksheet, TooManyCells, type Worksheet } from './worksheet.ts';
import { textReader } from './rich-text.ts';
import { stylesOf } from './cell-format.ts';
import { elementsOf, walkXml } from './xml.ts';

export interface NamedWorksheet extends Worksheet {
  readonly name: string;
}

export type OpenedWorkbook =
  | { readonly ok: true; readonly sheets: readonly NamedWorksheet[] }
  | { readonly ok: false; readonly code: FileError };

/**
 * The visible worksheets of an .xlsx file, without charts and the like.
 * Our own reader (decision 084) distinguishes an empty result from a missing one, drops struck-out text and keeps the text of number
 * formats. It limits rows, columns and merges before it fills a grid.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<OpenedWorkbook> {
  const archive = openArchive(bytes);
  if (!archive) return { ok: false, code: 'not_a_workbook' };
  // A few kilobytes can unpack to gigabytes. The archive's declared sizes are enforced during unpacking.
  if (archive.unpacked > MAX_UNPACKED_BYTES) return { ok: false, code: 'unpacks_too_large' };
  try {
    return { ok: true, sheets: await worksheetsOf(archive) };
  } catch (error) {
    return { ok: false, code: error instanceof TooManyCells ? 'unpacks_too_large' : 'not_a_workbook' };
  }
}

async function worksheetsOf(archive: Archive): Promise<NamedWorksheet[]> {
  const root = await relationsOf(archive, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const workbook = await archive.textOf(path);
  if (workbook === undefined) throw new Error('no workbook');
  const relations = await relationsOf(archive, path);
  const partOf = (type: string) => archive.textOf(relations.find((relation) => relation.type === type)?.target ?? '');
  const [settings] = elementsOf(workbook, 'workbookPr');
  const context = {
    texts: sharedTexts((await partOf('sharedStrings')) ?? ''),
    styles: stylesOf((await partOf('styles')) ?? ''),
    is1904: isOn(settings?.date1904),
  };
  const sheets: NamedWorksheet[] = [];
  for (const { name = '', state = 'visible', 'r:id': id } of elementsOf(workbook, 'sheet')) {
    const relation = relations.find((one) => one.id === id);
    if (state !== 'visible' || (relation && relation.type !== 'worksheet')) continue;
    const xml = relation && (await archive.textOf(relation.target));
    if (xml === undefined) throw new Error(`no part for the sheet ${name}`);
    const addresses = new Map((await relationsOf(archive, relation!.target)).map((one) => [one.id, one.address]));
    sheets.push({ name, ...readWorksheet(xml, { ...context, addresses }) });
  }
  return sheets;
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

interface Relation {
  readonly id: string;
  /** The last part of its type. The rest differs between the two editions of the standard. */
  readonly type: string;
  /** The target as written: the URL of a link. */
  readonly address: string;
  /** The name of the target part. */
  readonly target: string;
}

/** The relations of a part, or of the archive itself. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = await archive.textOf(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return elementsOf(xml ?? '', 'Relationship').map(({ Id = '', Type = '', Target = '', TargetMode }) => ({
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    address: Target,
    target: TargetMode === 'External' ? '' : pathFrom(folder, Target),
  }));
}

function pathFrom(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  const reader = textReader();
  walkXml(xml, {
    open: reader.open,
    text: reader.text,
    close: (name) => {
      reader.close(name);
      if (name === 'si') texts.push(reader.take());
    },
  });
  return texts;
}
