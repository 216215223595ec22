-- A work or a creator that an import brought and its undo takes back is looked for in every table that names one: without
-- an index each of thousands reads the whole table.
create index risk_signal_of_video on risk_signal (video_id);
create index risk_effect_of_video on risk_effect (video_id);
create index income_hold_of_video on income_hold (video_id);
create index statement_line_of_video on statement_line (video_id) where video_id is not null;
create index statement_line_of_creator on statement_line (creator_id) where creator_id is not null;
create index adjustment_of_video on adjustment (video_id) where video_id is not null;
create index upstream_bill_row_of_video on upstream_bill_row (video_id) where video_id is not null;
create index recommendation_of_video on recommendation (video_id) where video_id is not null;
create index recommendation_claim_of_video on recommendation_claim (video_id) where video_id is not null;
create index recommendation_claim_of_creator on recommendation_claim (creator_id) where creator_id is not null;
create index collection_exclude_of_video on collection_exclude (video_id);
create index creator_binding_of_creator on creator_binding (creator_id);
create index strike_of_creator on strike (creator_id) where creator_id is not null;
create index jd_order_of_video on jd_order (video_id) where video_id is not null;
create index jd_order_of_creator on jd_order (creator_id) where creator_id is not null;
create index jd_click_of_creator on jd_click (creator_id) where creator_id is not null;
create index promo_link_of_video on promo_link (video_id) where video_id is not null;
create index promo_link_of_creator on promo_link (creator_id) where creator_id is not null;
create index coupon_code_of_creator on coupon_code (creator_id) where creator_id is not null;
