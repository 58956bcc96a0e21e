import type { calibrationSetting } from '@darkroom/contract/setting';
import { BLIND_DAYS, FIRST_SHARE } from '@darkroom/domain/calibration/calibration';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useFormat } from '../../../lib/words/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from '../metadata/metadata.module.css';
import { MetadataForm, type MetadataRow } from '../metadata/metadata-form.tsx';
import { valueOf } from '../metadata/metadata-values.ts';

type Setting = z.output<typeof calibrationSetting>;

const read = (value: unknown): Setting => valueOf('JOB_TASK', 'calibration', value) ?? { share: FIRST_SHARE };

/** How much of what passed QC 2 is checked again, blind (decision 134). */
export function CalibrationForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { number } = useFormat();
  return (
    <MetadataForm<Setting>
      data_type="JOB_TASK"
      row={row}
      title={t('calibration.title')}
      hint={t('calibration.hint', { days: number(BLIND_DAYS) })}
      read={read}
      lines={({ share }) => [`${t('calibration.share')}: ${number(share)}%`]}
    >
      <div className={css.amounts}>
        <Field
          name={['value', 'share']}
          label={t('calibration.share')}
          missing={t('errors:field.not_a_number')}
          inputClass={css.amount}
          step={0.5}
          suffix="%"
        />
      </div>
    </MetadataForm>
  );
}
