import { DENSITIES, type Density } from '@darkroom/contract/setting';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf } from './metadata-values.ts';

interface Display {
  density: Density;
}
const read = (value: unknown): Display => valueOf('JOB_TASK', 'display', value) ?? { density: 'compact' };

/** How lists look to whoever has not chosen for themself (domain §5, display settings). */
export function DisplayForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'table']);
  return (
    <MetadataForm<Display>
      data_type="JOB_TASK"
      row={row}
      title={t('display.title')}
      hint={t('display.hint')}
      read={read}
      lines={({ density }) => [t(`table:look.${density}`)]}
    >
      <Form.Item name={['value', 'density']} label={t('table:look.density')}>
        <Segmented
          aria-label={t('table:look.density')}
          options={DENSITIES.map((value) => ({ value, label: t(`table:look.${value}`) }))}
        />
      </Form.Item>
    </MetadataForm>
  );
}
