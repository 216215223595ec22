-- Held lines, and lines that are no normal ones, are few among millions: what a month's tiles and steps open.
create index accrual_held on accrual (product_code, earn_date desc, id desc) where hold_reason is not null;
create index accrual_changed on accrual (product_code, earn_date desc, id desc) where line_type <> 'normal';
