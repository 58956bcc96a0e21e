import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf, type PriorityLabel } from './metadata-values.ts';

const read = (value: unknown): PriorityLabel[] =>
  valueOf('JOB_TASK', 'priorities', value) ?? JOB_PRIORITIES.map((key) => ({ key, en: key, vi: key }));

/** The words of a job's priorities; which there are is the specification's. */
export function PrioritiesForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const keys = read(row.value).map((priority) => priority.key);
  return (
    <MetadataForm<PriorityLabel[]>
      data_type="JOB_TASK"
      row={row}
      title={t('priorities.title')}
      hint={t('priorities.hint')}
      read={read}
      lines={(priorities) => priorities.map(({ key, en, vi }) => `${key}: ${en} · ${vi}`)}
    >
      <ul className={css.kinds}>
        {keys.map((key, place) => (
          <li key={key} className={css.priority} aria-label={key}>
            <span className={css.priorityKey}>{key}</span>
            {(['en', 'vi'] as const).map((language) => (
              <Field key={language} name={['value', place, language]} label={t(`faults.${language}`)} lang={language} />
            ))}
          </li>
        ))}
      </ul>
    </MetadataForm>
  );
}
