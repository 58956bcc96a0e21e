import { jobEndpoints } from '@darkroom/contract/job/job';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { useMay } from '../../lib/session/session.ts';
import { useFormat } from '../../lib/words/format.ts';

/** Jobs that are late and still open: what was promised for them is in no figure of the report before they are completed. */
export function LateNow() {
  const { t } = useTranslation('promises');
  const { number } = useFormat();
  const may = useMay()(jobEndpoints.list.access);
  const { data } = useQuery({ ...query(jobEndpoints.list, { due: 'late', page_size: 1 }), enabled: may });
  if (!data || data.total_items === 0) return null;
  return (
    <p className="quiet">
      <Link to="/job" search={{ due: 'late', sort: 'due_at' }}>
        {t('lateNow.jobs', { count: data.total_items, n: number(data.total_items) })}
      </Link>{' '}
      {t('lateNow.how')}
    </p>
  );
}
