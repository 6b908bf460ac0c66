print_status() { :; }
print_status_json() { :; }
