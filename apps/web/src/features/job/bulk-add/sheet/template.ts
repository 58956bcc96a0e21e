import { TEMPLATE_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import { writeXlsx } from 'hucre/xlsx';

/** Texts of a template in the user's language. */
export interface TemplateTexts {
  readonly sheet: string;
  readonly headings: Readonly<Record<(typeof TEMPLATE_FIELDS)[number], string>>;
}

const COLUMN_WIDTHS: Partial<Record<OrderField, number>> = {
  job_date: 12,
  job_name: 32,
  job_link: 40,
  job_priority: 12,
  quantity: 10,
  note: 40,
};

/** Creates an empty order sheet with known headings. It has no example row, because users would import it with their orders. */
export async function buildTemplate({ sheet, headings }: TemplateTexts): Promise<Uint8Array<ArrayBuffer>> {
  const columns = TEMPLATE_FIELDS.map((field) => ({
    width: COLUMN_WIDTHS[field] ?? 24,
    ...(field === 'job_date' && { numFmt: 'dd/mm/yyyy' }),
  }));
  const rows = [TEMPLATE_FIELDS.map((field) => headings[field])];
  return new Uint8Array(await writeXlsx({ sheets: [{ name: sheet, columns, rows, freezePane: { rows: 1 } }] }));
}
