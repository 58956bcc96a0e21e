import { openArchive, type Archive } from './zip-file.ts';
import { MAX_UNPACKED_BYTES, type FileError } from './limits.ts';
import { readWorksheet, TooManyCells, type Worksheet } from './worksheet.ts';
import { createTextReader } from './rich-text.ts';
import { readCellStyles } from './cell-format.ts';
import { findElements, walkXml } from './xml.ts';

export interface NamedWorksheet extends Worksheet {
  readonly name: string;
}

export type OpenedWorkbook =
  | { readonly ok: true; readonly sheets: readonly NamedWorksheet[] }
  | { readonly ok: false; readonly code: FileError };

/**
 * Reads the visible worksheets of an .xlsx file, without charts. Our own reader (decision 084) distinguishes empty from missing results,
 * drops struck-out text, uses the text of number formats and limits rows, columns and merges.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<OpenedWorkbook> {
  const archive = openArchive(bytes);
  if (!archive) return { ok: false, code: 'notAWorkbook' };
  // A few kilobytes can unpack to gigabytes. The archive's declared sizes are enforced during unpacking.
  if (archive.unpacked > MAX_UNPACKED_BYTES) return { ok: false, code: 'unpacksTooLarge' };
  try {
    return { ok: true, sheets: await readWorksheets(archive) };
  } catch (error) {
    return { ok: false, code: error instanceof TooManyCells ? 'unpacksTooLarge' : 'notAWorkbook' };
  }
}

async function readWorksheets(archive: Archive): Promise<NamedWorksheet[]> {
  const root = await readRelations(archive, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const workbook = await archive.readText(path);
  if (workbook === undefined) throw new Error('no workbook');
  const relations = await readRelations(archive, path);
  const readPart = (type: string) =>
    archive.readText(relations.find((relation) => relation.type === type)?.target ?? '');
  const [settings] = findElements(workbook, 'workbookPr');
  const context = {
    texts: readSharedTexts((await readPart('sharedStrings')) ?? ''),
    styles: readCellStyles((await readPart('styles')) ?? ''),
    is1904: isTrue(settings?.date1904),
  };
  const sheets: NamedWorksheet[] = [];
  for (const { name = '', state = 'visible', 'r:id': id } of findElements(workbook, 'sheet')) {
    const relation = relations.find((item) => item.id === id);
    if (state !== 'visible' || (relation && relation.type !== 'worksheet')) continue;
    const xml = relation && (await archive.readText(relation.target));
    if (xml === undefined) throw new Error(`no part for the sheet ${name}`);
    const urls = new Map((await readRelations(archive, relation!.target)).map((item) => [item.id, item.url]));
    sheets.push({ name, ...readWorksheet(xml, { ...context, urls }) });
  }
  return sheets;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

interface Relation {
  readonly id: string;
  /** The last part of its type. The rest differs between the two editions of the standard. */
  readonly type: string;
  /** The target as written: the URL of a link. */
  readonly url: string;
  readonly target: string;
}

/** Reads the relations of a part, or of the archive itself. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = await archive.readText(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return findElements(xml ?? '', 'Relationship').map(({ Id = '', Type = '', Target = '', TargetMode }) => ({
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    url: Target,
    target: TargetMode === 'External' ? '' : resolvePath(folder, Target),
  }));
}

function resolvePath(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function readSharedTexts(xml: string): string[] {
  const texts: string[] = [];
  const reader = createTextReader();
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
