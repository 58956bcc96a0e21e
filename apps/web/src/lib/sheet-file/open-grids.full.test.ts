import { crc32 } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { openGrids } from './open-grids.ts';

/** A table without headings, whose second column contains texts. */
const WANTED = { headings: () => 1, textColumns: () => [1] };

async function openSheet(bytes: Uint8Array) {
  const opened = await openGrids(bytes, WANTED);
  if (!opened.ok) throw new Error(opened.code);
  return opened.sheets[0]!;
}

/** Creates an archive with uncompressed parts. */
function archiveOf(parts: Readonly<Record<string, string>>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt32LE(crc32(text), 16);
    head.writeUInt32LE(Buffer.byteLength(text), 20);
    head.writeUInt32LE(Buffer.byteLength(text), 24);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(at, 42);
    directory.push(head, Buffer.from(name));
    const local = Buffer.alloc(30);
    head.copy(local, 26, 28, 30);
    files.push(local, Buffer.from(name), Buffer.from(text));
    at += 30 + Buffer.byteLength(name) + Buffer.byteLength(text);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(at, 16);
  const archive = Buffer.concat([...files, ...directory, end]);
  archive.write('PK');
  return new Uint8Array(archive);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const createRelation = (id: string, type: string, target: string) =>
  `<Relationships><Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/></Relationships>`;
const createParts = (sheet: string) => ({
  '_rels/.rels': createRelation('rId1', 'officeDocument', '/xl/workbook.xml'),
  'xl/workbook.xml': '<workbook><sheets><sheet name="A &amp; B" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': createRelation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
});
const createWorkbook = (sheet: string) => archiveOf(createParts(sheet));
const createRows = (xml: string) => createWorkbook(`<sheetData>${xml}</sheetData>`);
const MANY = Array.from({ length: 25 }, (_, index) => `<c><v>${index}</v></c>`).join('');

describe('numbers of a workbook', () => {
  it('a number has the digits that Excel shows, typed or calculated', async () => {
    const computed = 0.1 + 0.2;
    expect(computed).not.toBe(0.3);
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Prices',
          rows: [
            [computed, null, 1.755 + Number.EPSILON, 1.1000000000000001, 12, -0.5, 123_456_789.123],
            [null, 'as 0.30000000000000004'],
          ],
          cells: new Map([['1,0', { formula: '0.1+0.2', formulaResult: computed }]]),
        },
      ],
    });
    expect((await openSheet(bytes)).grid).toEqual([
      [0.3, null, 1.755, 1.1, 12, -0.5, 123_456_789.123],
      [0.3, 'as 0.30000000000000004'],
    ]);
  });

  it('a number is its formatted text in a column of texts, elsewhere the number', async () => {
    const numFmt = '"JOB-"0000';
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [[42, 42, 7]],
          cells: new Map(['0,0', '0,1'].map((at) => [at, { value: 42, style: { numFmt } }])),
        },
      ],
    });
    expect((await openSheet(bytes)).grid).toEqual([[42, 'JOB-0042', 7]]);
  });
});

describe('cells of a workbook', () => {
  it.each([
    ['has no place of its own', '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row>', [[1, null, 2, 3]]],
    ['is written with a prefix', '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>', [[1]]],
    [
      'holds signs of markup',
      `<row><c t='str'><v>a &lt; b &#x41;<![CDATA[<c>]]>_x000a_.</v></c></row>`,
      [['a < b A<c>\n.']],
    ],
    [
      'has a struck-out part',
      '<row><c t="inlineStr"><is><r><rPr><strike/></rPr><t>20</t></r><r><rPr><strike val="0"/></rPr><t>25</t></r></is></c></row>',
      [['25']],
    ],
    ['has a pronunciation', '<row><c t="inlineStr"><is><t>Sky</t><rPh><t>skai</t></rPh></is></c></row>', [['Sky']]],
    ['has an empty result', '<row><c><v>1</v></c><c t="str"><f>IF(A1,"")</f><v/></c></row>', [[1]]],
    [
      'has no result',
      '<row><c t="str"><f>B1</f></c><c><f>B1</f><v></v></c></row>',
      [[{ fault: 'formula_without_value' }, { fault: 'formula_without_value' }]],
    ],
    ['has an error', '<row><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>', [[{ fault: 'cell_error' }]]],
  ])('a cell is read when it %s', async (_, xml, grid) => {
    expect((await openSheet(createRows(xml))).grid).toEqual(grid);
  });

  it('a cell is found on the last row of a wide sheet', async () => {
    const { grid } = await openSheet(
      createRows(`<row r="1">${MANY}</row><row r="1048576"><c r="B1048576"><v>1</v></c></row>`),
    );
    expect([grid.length, grid[0]?.length, grid.at(-1), grid.at(-2)]).toEqual([1_048_576, 25, [null, 1], []]);
  });

  it('the URL of a link is read from its formula, or from the cell that the formula names', async () => {
    const createLink = (cell: string, address: string) =>
      `<c r="${cell}" t="str"><f>HYPERLINK(${address},"Open")</f><v>Open</v></c>`;
    const address = '<c r="C1" t="str"><v>https://c.example</v></c>';
    const { links } = await openSheet(
      createRows(`<row>${createLink('A1', '"https://a.example/?q=""1"""')}${createLink('B1', '$C$1')}${address}</row>`),
    );
    expect([...links.values()]).toEqual(['https://a.example/?q="1"', 'https://c.example']);
  });
});

describe('workbooks that declare more than they hold', () => {
  const merge = '<mergeCell ref="A1:B1048576"/>';
  it.each([
    ['rows of merged cells', `<sheetData><row>${MANY}</row><row r="90000">${MANY}</row></sheetData>${merge.repeat(3)}`],
    ['merged cells', `<sheetData><row>${MANY}</row></sheetData>${merge.repeat(200_001)}`],
    ['rows', '<sheetData><row r="1048577"><c r="A1048577"><v>1</v></c></row></sheetData>'],
  ])('a workbook is rejected when it has too many %s', async (_, sheet) => {
    expect(await openGrids(createWorkbook(sheet), WANTED)).toEqual({ ok: false, code: 'unpacksTooLarge' });
  });

  it('a workbook is rejected when a part is damaged', async () => {
    const bytes = createRows('<row><c><v>1234</v></c></row>');
    bytes[Buffer.from(bytes).indexOf('1234')]! += 1;
    expect(await openGrids(bytes, WANTED)).toEqual({ ok: false, code: 'notAWorkbook' });
  });
});
