import { TEMPLATE_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import { writeXlsx } from 'hucre/xlsx';

/** The words of a template in the person's language. */
export interface TemplateWords {
  readonly sheet: string;
  readonly headings: Readonly<Record<(typeof TEMPLATE_FIELDS)[number], string>>;
  /** One row that shows how a filled one looks; as text, but for the quantity. */
  readonly example: Readonly<Partial<Record<OrderField, string>>>;
}

const WIDTHS: Partial<Record<OrderField, number>> = {
  job_date: 12,
  job_name: 32,
  job_link: 40,
  job_priority: 12,
  quantity: 10,
  note: 40,
};

/** An empty order sheet with the headings the reader knows and one row as an example. */
export async function makeTemplate(words: TemplateWords): Promise<Uint8Array<ArrayBuffer>> {
  const cell = (field: OrderField) => {
    const text = words.example[field] ?? '';
    return field === 'quantity' ? Number(text) : text;
  };
  const bytes = await writeXlsx({
    sheets: [
      {
        name: words.sheet,
        columns: TEMPLATE_FIELDS.map((field) => ({ width: WIDTHS[field] ?? 24 })),
        rows: [TEMPLATE_FIELDS.map((field) => words.headings[field]), TEMPLATE_FIELDS.map(cell)],
        freezePane: { rows: 1 },
      },
    ],
  });
  return new Uint8Array(bytes);
}
