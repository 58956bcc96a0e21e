import { Button } from 'antd';
import type { Dispatch } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../../lib/sheet-file/use-note-texts.ts';
import styles from '../bulk-add.module.css';
import type { OrderDraft, DraftAction } from '../draft.ts';
import { DuplicateColumns, formatUnreadColumns } from '../../../../ui/input/unread-columns.tsx';

interface SourceNoticesProps {
  draft: OrderDraft;
  isContinued: boolean;
  locked: boolean;
  dispatch: Dispatch<DraftAction>;
}

/** Notices about reading the sheet: ignored or left-out rows and columns, and formulas with their last value. */
export function SourceNotices({ draft, isContinued, locked, dispatch }: SourceNoticesProps) {
  const { t } = useTranslation('bulk');
  const formatNotes = useNoteTexts();
  const { source, left_out } = draft;
  const findIgnoredRows = (why: 'total' | 'heading') =>
    source.ignored.filter((row) => row.why === why).map((row) => row.row);
  const totals = findIgnoredRows('total');
  const headings = findIgnoredRows('heading');
  // Rows that the user has included since then need no notice.
  const hidden = source.notes.hidden.filter((row) => left_out.has(row));
  const notices = [
    isContinued && t('notice.continued'),
    t('notice.source', { name: source.name, row: source.heading_row }),
    totals.length > 0 && t('notice.total', { count: totals.length, rows: totals.join(', ') }),
    headings.length > 0 && t('notice.heading', { rows: headings.join(', ') }),
    ...formatNotes({ ...source.notes, hidden }),
    formatUnreadColumns(source.unread, t),
  ];
  return (
    <>
      <p className={styles.notices}>
        {notices.filter(Boolean).join(' · ')}
        {hidden.length > 0 && (
          <Button
            type="link"
            size="small"
            disabled={locked}
            onClick={() => dispatch({ type: 'take_in', rows: hidden })}
          >
            {t('notice.includeHidden', { count: hidden.length })}
          </Button>
        )}
      </p>
      <DuplicateColumns unread={source.unread} getFieldName={(field) => t(`field.${field}`)} />
    </>
  );
}
