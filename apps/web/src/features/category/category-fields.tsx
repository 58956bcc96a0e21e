import { HIGHEST_LEVEL } from '@darkroom/contract/category';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/record-form/field.tsx';
import css from './category.module.css';

/** What a category 2 has of its own: its level and what a new price's estimate starts from. */
export function LevelFields() {
  const { t } = useTranslation(['category', 'errors']);
  return (
    <div className={css.pair}>
      <Field name="level" unfit={t('levelRule', { n: HIGHEST_LEVEL })} />
      <Field
        name="estimate_minutes"
        extra={t('estimateHint')}
        missing={t('errors:field.not_a_number')}
        unfit={t('minutesRule')}
      />
    </div>
  );
}
