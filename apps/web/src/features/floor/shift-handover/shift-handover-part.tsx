import type { HandoverPart } from '@darkroom/domain/floor/shift-handover';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { FirstRows } from './first-rows.tsx';
import { useHandoverWords, type HandoverPartData as Part, type HandoverRow } from './use-shift-handover-words.ts';
import styles from './shift-handover.module.css';

/** One part of a shift handover: number of rows, changes, and each row with its reason. `ended`: the shift is over. */
export function ShiftHandoverPart({ part, ended }: { part: Part; ended: boolean }) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const words = useHandoverWords();
  return (
    <section className={styles.part} aria-label={t(`handover.part.${part.part}`)} data-part={part.part}>
      <h2>
        {t(`handover.part.${part.part}`)}{' '}
        <FigureTooltip words={() => t(`handover.means.${part.part}`)}>
          <span className={part.part === 'late' && part.total > 0 ? 'ink-danger' : 'regular'}>
            {number(part.total)}
          </span>
        </FigureTooltip>{' '}
        <span className="muted">{words.change(part, ended)}</span>
      </h2>
      {part.total === 0 && <p className="muted">{t('handover.none')}</p>}
      <FirstRows className={styles.rows} unsentCount={part.more}>
        {part.rows.map((row) => (
          <li key={row.id}>
            <span className={styles.name}>
              {row.is_new && <span className={styles.newBadge}>{t('handover.new')}</span>}
              <RowLink part={part.part} row={row} />
              {part.part !== 'urgent' && row.job_priority === 'Urgent' && <strong>{t('urgent')}</strong>}
            </span>
            <span className="break-anywhere">{words.reason(part.part, row)}</span>
            <span className={part.part === 'late' ? styles.dueLate : styles.due}>{words.due(row)}</span>
          </li>
        ))}
      </FirstRows>
    </section>
  );
}

/** Link to the job, the request, or the person's work. */
function RowLink({ part, row }: { part: HandoverPart; row: HandoverRow }) {
  const words = [row.number, row.name].filter(Boolean).join(' ');
  if (part === 'requests')
    return (
      <Link to="/customer/requests" search={{ request: row.id }}>
        {words}
      </Link>
    );
  if (part === 'away')
    return (
      <Link to="/account/work" search={{ person: row.id }}>
        {words}
      </Link>
    );
  return (
    <Link to="/job" search={{ text: row.number?.slice(0, 10), open: [row.job_id] }}>
      {words}
    </Link>
  );
}
