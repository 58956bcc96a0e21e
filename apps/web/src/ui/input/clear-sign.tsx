import { CloseCircleFilled } from '@ant-design/icons';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The cross that empties a field. Ant Design makes it a stop of the Tab key, unseen as it is until the pointer comes: the next
 * Space would undo the choice just made. It is for the pointer only; by keyboard Delete or Backspace empties a field in which
 * nothing is typed. Ant Design names that of a select in English whatever its locale: it has its name from here.
 */
export default function ClearSign() {
  const { t } = useTranslation('table');
  const name = t('emptyField');
  const sign = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const cross = sign.current?.closest('button');
    const field = cross?.parentElement;
    if (!cross || !field) return undefined;
    cross.tabIndex = -1;
    // Of several choices Backspace takes the last one away: Ant Design's own.
    const keys = field.matches('.ant-select-multiple') ? ['Delete'] : ['Delete', 'Backspace'];
    const isTyped = () => [...field.querySelectorAll('input')].some(({ value }) => value !== '');
    const onKeyDown = ({ key, repeat }: KeyboardEvent) => {
      if (!repeat && keys.includes(key) && !isTyped()) cross.click();
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, []);
  useLayoutEffect(() => sign.current?.closest('button')?.setAttribute('aria-label', name), [name]);
  return <CloseCircleFilled ref={sign} />;
}
