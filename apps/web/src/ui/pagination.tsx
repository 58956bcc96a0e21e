import { Pagination as Plain, type PaginationProps } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useTranslation } from '../lib/i18n/use-translation.tsx';
import { useFormat } from '../lib/i18n/format.ts';

/** Ant Design's pagination with named arrows (screen readers would read "left" and "right") and the product's number format. */
export function Pagination(props: PaginationProps) {
  const { t } = useTranslation('table');
  const { number } = useFormat();
  return (
    <Plain
      {...props}
      itemRender={(page, type, element) => {
        if (type === 'page' && page >= 1000) return cloneElement(element as ReactElement, {}, number(page));
        if (type !== 'prev' && type !== 'next') return element;
        return cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(`pages.${type}`) });
      }}
    />
  );
}
