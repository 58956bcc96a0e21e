import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A record that is there, by id, or the name of one to be made. */
export type NameOrNew = { id: number } | { name: string };

interface NameOrNewFieldProps {
  id?: string;
  items: readonly { id: number; name: string }[];
  value?: NameOrNew | null;
  onChange?: (value: NameOrNew | null) => void;
  placeholder: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

const NEW = 'new:';
const keyOf = (value: NameOrNew) => ('id' in value ? value.id : NEW + value.name);

/** "Select or new": one field that finds what is there, and offers what was typed as a new name. Fits a form item. */
export function NameOrNewField({ items, value, onChange, placeholder, ...rest }: NameOrNewFieldProps) {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const options = useMemo(() => {
    const found = items
      .filter(({ name }) => foldedMatch(name, wanted))
      .map(({ id, name }) => ({ value: id as number | string, label: name, chosen: name }));
    const isThere = items.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const name = wanted || (value && 'name' in value ? value.name : '');
    if (!name || (wanted && isThere)) return found;
    return [...found, { value: NEW + name, label: t('add.new', { name }), chosen: `${name} (${t('add.isNew')})` }];
  }, [items, wanted, value, t]);
  return (
    <Select<number | string, (typeof options)[number]>
      {...rest}
      value={value ? keyOf(value) : null}
      options={options}
      optionLabelProp="chosen"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={placeholder}
      onChange={(key?: number | string | null) => {
        setTyped('');
        if (key === undefined || key === null) onChange?.(null);
        else onChange?.(typeof key === 'number' ? { id: key } : { name: key.slice(NEW.length) });
      }}
    />
  );
}
