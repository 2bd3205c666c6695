-- Until when nothing new is begun in a workplace whose new owner accepted it while something was still under way.
alter table workplace_offer add column closed_until timestamptz;
