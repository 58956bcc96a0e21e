import { CloseCircleFilled } from '@ant-design/icons';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';

/**
 * The cross that clears a field, only for the pointer. Ant Design gives it an invisible Tab stop with an English name. With the keyboard,
 * Delete or Backspace clears a field without typed text.
 */
export default function ClearIcon() {
  const { t } = useTranslation('table');
  const name = t('emptyField');
  const icon = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const cross = icon.current?.closest('button');
    const field = cross?.parentElement;
    if (!cross || !field) return undefined;
    cross.tabIndex = -1;
    // With several choices, Ant Design's own Backspace removes the last choice.
    const keys = field.matches('.ant-select-multiple') ? ['Delete'] : ['Delete', 'Backspace'];
    const isTyped = () => [...field.querySelectorAll('input')].some(({ value }) => value !== '');
    const onKeyDown = ({ key, repeat }: KeyboardEvent) => {
      if (!repeat && keys.includes(key) && !isTyped()) cross.click();
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, []);
  useLayoutEffect(() => icon.current?.closest('button')?.setAttribute('aria-label', name), [name]);
  return <CloseCircleFilled ref={icon} />;
}
