drop table alert_evaluation, alerts, alert_rules;
