import type { UnreadColumn } from '@darkroom/domain/order-sheet/unread';
import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { toColumnLetter } from '../../lib/sheet-file/column-letters.ts';

/** The most columns that are named. The rest is a number. */
const MAX_NAMED = 8;

/** Formats the headings of the unread columns as one sentence. Empty if all were read. */
export function formatUnreadColumns(unread: readonly UnreadColumn<string>[], t: TFunction<'bulk'>): string {
  const names = unread
    .filter(({ instead }) => instead === null)
    .map(({ heading, column }) => heading || t('notice.column', { letter: toColumnLetter(column) }));
  if (names.length === 0) return '';
  const more = names.length - MAX_NAMED;
  const columns = [...names.slice(0, MAX_NAMED), ...(more > 0 ? [t('ask.more', { count: more, n: more })] : [])];
  return t('notice.unread', { columns: columns.join(', ') });
}

interface DuplicateColumnsProps<Field extends string> {
  unread: readonly UnreadColumn<Field>[];
  getFieldName: (field: Field) => string;
}

/** Columns with the heading of another column. Only the author of the sheet can identify the right column. */
export function DuplicateColumns<Field extends string>({ unread, getFieldName }: DuplicateColumnsProps<Field>) {
  const { t } = useTranslation('bulk');
  const lines = unread.flatMap(({ heading, column, instead }) =>
    instead
      ? [
          t('notice.second', {
            heading,
            letter: toColumnLetter(column),
            read: toColumnLetter(instead.column),
            field: getFieldName(instead.field),
          }),
        ]
      : [],
  );
  return lines.length === 0 ? null : <Alert type="warning" showIcon title={lines.join(' ')} />;
}
